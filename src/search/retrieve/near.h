/*
 * near.h - the passages nearest to a question where a backend has the vectors
 * (search/backend/backend.h), as places in the segments.
 */
#ifndef SEARCH_RETRIEVE_NEAR_H
#define SEARCH_RETRIEVE_NEAR_H

#include "search/backend/backend.h"
#include "search/lexical/search.h"
#include "search/retrieve/rank.h"
#include "search/vector/vector_search.h"

/* All borrowed. */
struct near {
    struct backend *backend;
    const struct search_view *words;
    const struct vector_part *allowed; /* allowed[words->n): who may answer */
    const struct plan *plan;           /* whose conditions are sent along */
    const struct scope_keys *keys;     /* as are these documents; NULL: none */
    const float *vector;
    uint32_t dimensions;
};

/*
 * near_find - the k nearest that may answer, or fewer where the backend finds no more
 * among its nearest BACKEND_MAX_HITS.
 *
 * out      out    lives in `a`, best first
 * errors   of the backend and the index
 */
MUST_CHECK enum err near_find(const struct near *x, size_t k, struct arena *a,
                              struct vector_hits *out, struct error *e);

/* The cosines of those hits whose `vector` is not known yet, below 0: cosine[hits->n],
 * -2 where the backend has none. */
MUST_CHECK enum err near_score(const struct near *x,
                               const struct rank_hits *hits, struct arena *a,
                               double *cosine, struct error *e);

#endif
