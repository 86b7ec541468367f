/*
 * send.h - gives the vectors of passages to the backend of their base
 * (search/backend/backend.h), so that its segments keep words alone.
 */
#ifndef SEARCH_INDEX_SEND_H
#define SEARCH_INDEX_SEND_H

#include "search/index/index.h"

struct sending {
    const struct index *ix; /* that has a backend */
    struct segments_writer *writer;
    const struct str
        *document; /* document[n]: all that the writer has, and others */
    size_t n;      /* of which nothing is left but what it has */
};

/*
 * send_passages - what a writer holds, before it is published.
 *
 * A passage that is not published afterwards does no harm there, and goes with the
 * next change of its document.
 *
 * errors   of the backend, and of the index
 */
MUST_CHECK enum err send_passages(const struct sending *s, struct error *e);

/* Nothing of documents is left there. */
MUST_CHECK enum err send_removals(const struct index *ix,
                                  const struct str *document, size_t n,
                                  struct error *e);

#endif
