/*
 * search.h - the best passages for a query over several segments (BM25).
 *
 * The answer is exact: the k passages with the highest scores (bm25.h) of all
 * that pass the conditions, ordered by score and then by id, whatever the
 * segments are and whatever was deleted from them.
 */
#ifndef SEARCH_LEXICAL_SEARCH_H
#define SEARCH_LEXICAL_SEARCH_H

#include "search/lexical/query_plan.h"
#include "search/lexical/segment.h"

#define SEARCH_MAX_HITS 1000

/* A segment and what is deleted from it. */
struct search_segment {
    const struct segment *segment;
    const uint64_t *deleted; /* a bit each passage; NULL: none is */
    uint64_t n_deleted;
    uint64_t deleted_length; /* sum of bm25_length() */
    const uint64_t *among;   /* a bit each passage that may answer; NULL: all.
                                What a word is worth does not depend on it */
};

struct search_view {
    const struct search_segment *at; /* at[0..n) */
    size_t n;
};

struct search_hit {
    uint64_t id;
    uint32_t score;   /* BM25_ONE is 1 */
    uint32_t segment; /* index in the view */
    uint32_t doc;     /* in it */
};

struct search_hits {
    struct search_hit *hit; /* hit[0..n), best first */
    size_t n;
};

/*
 * search_run - the best k passages for a plan.
 *
 * in       p     its df are filled and its prefixes become lists
 *          k     1 to SEARCH_MAX_HITS
 * out      out   lives in `a`; passages without any scored key are no hits
 * errors   ERR_INTERNAL  a segment is damaged
 *          ERR_LIMIT     `a` is full: it needs 8 KiB a scored key, and a bit a
 *                        passage where there are conditions
 * threads  any number over the same segments
 */
MUST_CHECK enum err search_run(const struct search_view *v, struct plan *p,
                               size_t k, struct arena *a,
                               struct search_hits *out, struct error *e);

/*
 * search_ceiling - what no passage's score reaches, after search_run() with
 * the same plan: that of one full of every word of the query.
 */
uint64_t search_ceiling(const struct search_view *v, const struct plan *p);

#define SEARCH_BESIDE 2          /* the passages before and after */
#define SEARCH_NONE   UINT32_MAX /* there is none */

/* Which places are beside one of them. */
struct search_beside {
    uint32_t at[SEARCH_BESIDE];
};

/* Passages, whatever found them. */
struct search_places {
    struct search_hit *hit; /* hit[0..n), ascending by segment and doc */
    const struct search_beside *beside; /* of each; NULL: all by themselves */
    size_t n;
};

/*
 * search_score - what passages are worth, after
 * search_run() with the same plan.
 *
 * A part of what a word is worth in the passages beside it is added, because
 * who writes for people does not repeat in each paragraph what it is about. One
 * without any beside it gets a part of its own.
 *
 * inout    x      each `score` is set, 0 where no word of the query is
 * errors   ERR_INTERNAL  a segment is damaged
 *          ERR_LIMIT     `a` is full
 * cost     each list of the plan is gone through once
 */
MUST_CHECK enum err search_score(const struct search_view *v,
                                 const struct plan *p,
                                 const struct search_places *x, struct arena *a,
                                 struct error *e);

/* As search_ceiling(), of a passage by itself in search_score() with `beside`. */
uint64_t search_score_ceiling(const struct search_view *v,
                              const struct plan *p);

#endif
