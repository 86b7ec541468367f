/* ingest_aligned.h - reads a text whose columns spaces align. Private to the module. */
#ifndef ENGINE_INGEST_INGEST_ALIGNED_H
#define ENGINE_INGEST_INGEST_ALIGNED_H

#include "engine/ingest/ingest_internal.h"
#include "formats/csv/aligned.h"

/* What the text was before it got delimiters. */
struct ingest_aligned {
    struct aligned found;
    struct encoding_report encoding;
    struct ingest_guessed guessed;
};

/*
 * ingest_aligned_read - read the text of `in` as a table whose columns are told apart by
 * their places, if they are certain and it is as large as a window at most.
 *
 * in       in     as ingest_delimited_read() left it, also where that failed with
 *                 ERR_FILE_READ_FAILED
 * out      read   whether it was; else nothing has changed
 *          w      the map
 * errors   as ingest_run()
 */
MUST_CHECK enum err ingest_aligned_read(struct ingest *in, struct jsonw *w,
                                        bool *read, struct error *e);

/* Member "aligned" of `fidelity`: {"lines","lines_outside","columns":[{"from","to"}]}, by
 * character from 1 on. */
void ingest_write_aligned(const struct ingest_aligned *of, struct jsonw *w);

#endif
