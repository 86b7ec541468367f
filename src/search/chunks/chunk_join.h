/* chunk_join.h - joins short sections to chunks. Private to the module. */
#ifndef SEARCH_CHUNKS_CHUNK_JOIN_H
#define SEARCH_CHUNKS_CHUNK_JOIN_H

#include "search/chunks/chunk.h"
#include "search/chunks/measure.h"

/* What a document was cut into, section by section. */
struct chunk_parts {
    const struct outline *o;
    const struct chunk_part *part; /* part[n], in order */
    size_t n;
    struct measure max; /* of a chunk */
};

/*
 * chunk_join - chunks of one or several parts.
 *
 * out      out         its chunks, in `a`; they borrow the parts
 * errors   ERR_LIMIT   `a` is full
 * cost     O(text)
 */
MUST_CHECK enum err chunk_join(const struct chunk_parts *p, struct arena *a,
                               struct chunk_list *out, struct error *e);

#endif
