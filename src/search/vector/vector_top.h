/* vector_top.h - the k best hits so far. */
#ifndef SEARCH_VECTOR_VECTOR_TOP_H
#define SEARCH_VECTOR_VECTOR_TOP_H

#include "search/vector/vector_search.h"

struct vector_top {
    struct vector_hit *heap; /* heap[k], the worst first, a binary heap */
    size_t n;
    size_t k;
};

/* Room for k in `a`. */
MUST_CHECK enum err vector_top_init(struct vector_top *t, size_t k,
                                    struct arena *a, struct error *e);

/* Add a hit of a passage that has none there; it may be too low. */
void vector_top_add(struct vector_top *t, struct vector_hit h);

/* What another must reach; -INFINITY while there is room. */
float vector_top_least(const struct vector_top *t);

/* The order of hits for qsort(): by score, the best first, and then by segment and passage. */
int vector_hit_order(const void *a, const void *b);

/* In that order: no heap any more. */
void vector_top_sort(struct vector_top *t);

#endif
