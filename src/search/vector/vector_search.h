/*
 * vector_search.h - the passages nearest to a vector, over several segments.
 *
 * Every vector that may answer is looked at: first as 8-bit numbers, which
 * bounds what it can reach, then the best as floats. The answer is exact: the
 * k passages with the highest cosine of any of their vectors, ordered by score
 * and then by segment and passage, whatever the machine and the number of
 * threads. A graph may later answer after the same call.
 */
#ifndef SEARCH_VECTOR_VECTOR_SEARCH_H
#define SEARCH_VECTOR_VECTOR_SEARCH_H

#include "search/vector/vector_segment.h"

#define VECTOR_MAX_HITS 1000

struct vector_part {
    const struct vector_segment *segment; /* NULL: without vectors */
    const uint64_t *allowed; /* a bit each passage that may answer; NULL: all */
};

struct vector_view {
    const struct vector_part *at; /* at[0..n) */
    size_t n;
};

struct vector_hit {
    float score;      /* the cosine, [-1,1] */
    uint32_t segment; /* index in the view */
    uint32_t doc;     /* in it */
    uint32_t which;   /* of its vectors */
};

struct vector_hits {
    struct vector_hit *hit; /* hit[0..n), best first */
    size_t n;
};

struct vector_query {
    struct vector_kind kind; /* segments of another are an error */
    const float *vector;     /* float[dimensions], unit length */
    size_t k;                /* 1 to VECTOR_MAX_HITS */
    unsigned threads;        /* at most, and at most 8; 0: a core each */
};

/*
 * vector_search - the k nearest.
 *
 * out      out    lives in `a`
 * errors   ERR_CONFLICT           a segment has vectors of another model
 *          ERR_VALIDATION_FAILED  the query's vector holds what is no number
 *          ERR_INTERNAL           a segment is damaged
 *          ERR_LIMIT              `a` is full
 * cost     O(vectors * dimensions)
 * threads  any number over the same segments
 */
MUST_CHECK enum err vector_search(const struct vector_view *v,
                                  const struct vector_query *q, struct arena *a,
                                  struct vector_hits *out, struct error *e);

#endif
