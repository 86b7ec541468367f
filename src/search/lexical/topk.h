/*
 * topk.h - the best passages of one segment, by block-max pruning of posting
 * lists.
 */
#ifndef SEARCH_LEXICAL_TOPK_H
#define SEARCH_LEXICAL_TOPK_H

#include "search/lexical/impacts.h"
#include "search/lexical/postings.h"
#include "search/lexical/search.h"

/* The k best so far, over all segments. */
struct top {
    struct search_hit *heap; /* the worst first, a binary heap */
    size_t n;
    size_t k;
};

#define KNOWN_BOUNDS 32

struct known_bound {
    uint32_t block_plus_one; /* 0: none */
    uint32_t bound;
};

/* A list that is scored, in one segment; zeroed, but for p and weight. */
struct scored_list {
    struct postings p;
    float weight;
    uint32_t block;    /* the first that reaches into the window */
    uint32_t bound;    /* of the window, and */
    uint32_t n_blocks; /* how many reach into it */
    struct known_bound known[KNOWN_BOUNDS]; /* block b's at b % KNOWN_BOUNDS */
    uint32_t scored_block_plus_one;         /* whose scores are */
    uint32_t score[PACK_BLOCK];
};

struct topk_job {
    const struct segment *segment;
    uint32_t segment_index;
    struct scored_list **list; /* list[0..n), opened; reordered */
    size_t n;
    const struct bm25_norms *norms;
    const uint64_t *allowed; /* allow.h */
    struct top *top;
    struct arena *a;
};

/* Put the segment's best passages into the top. */
MUST_CHECK enum err topk_run(const struct topk_job *job, struct error *e);

/* The top as a list, best first. */
void top_sort(struct top *t);

#endif
