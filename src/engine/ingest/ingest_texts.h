/*
 * ingest_texts.h - writes `fidelity.texts`: what stands around the rows of a table and is none
 * of them, titles, notes, sources. The index of a base has passages of them.
 */
#ifndef ENGINE_INGEST_INGEST_TEXTS_H
#define ENGINE_INGEST_INGEST_TEXTS_H

#include "base/jsonw.h"

#define INGEST_TEXTS_BYTES 16384u /* of a table; how many there are is exact */

struct ingest_texts {
    struct jsonw *w;
    size_t bytes;
    uint64_t total, listed;
};

/* Begin "texts". */
void ingest_texts_begin(struct ingest_texts *t, struct jsonw *w);

/*
 * ingest_texts_next - count a text, and begin its object, which the caller completes with
 * where it stands and ends.
 *
 * in       what     of what kind it is
 * returns  false: no more are listed
 */
bool ingest_texts_next(struct ingest_texts *t, const char *what,
                       struct str text);

/* End them, with "texts_total" where it is more. */
void ingest_texts_end(struct ingest_texts *t);

#endif
