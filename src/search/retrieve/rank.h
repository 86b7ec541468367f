/*
 * rank.h - the best passages for a question, by words, by meaning, or both.
 *
 * By words is BM25 (src/search/lexical), by meaning the cosine of embeddings
 * (src/search/vector). Both are brought to a scale of their own, and a hybrid
 * score is their weighted sum: each passage that one of them finds is also
 * scored by the other, so that none is worse off for being found on one side
 * only.
 *
 *     keyword   its BM25 as a share of what a passage full of every word of the
 *               question would have, [0,1]
 *     vector    its best cosine, on one scale for all models, [0,1]
 *     strength  what passages are ordered by, [0,1]
 *     score     how often such a strength is an answer, [0,1] (fuse.h)
 */
#ifndef SEARCH_RETRIEVE_RANK_H
#define SEARCH_RETRIEVE_RANK_H

#include "search/lexical/query_plan.h"
#include "search/retrieve/fuse.h"
#include "search/retrieve/scope.h"
#include "search/segments/segments.h"

#define RANK_MAX_CANDIDATES 1000

struct rank_question {
    struct str text;
    struct str where;         /* conditions, "lang=en,chapter~Setup" */
    enum retrieval_mode mode; /* not structured */
    size_t k;                 /* 1 to RANK_MAX_CANDIDATES */
    struct retrieval_weights weights;
    const uint64_t *const *among;  /* among[segment] as of search_segment;
                                     NULL: all passages may answer */
    const float *vector;           /* of the question; NULL: it has none */
    struct vector_kind kind;       /* of it */
    struct background background;  /* of its model */
    unsigned threads;              /* 0: as many as there are cores */
    struct backend *backend;       /* who has the vectors; NULL: the snapshot */
    const struct scope_keys *keys; /* of `among`, for it */
};

/* A passage that may answer. */
struct rank_hit {
    uint64_t id;
    uint32_t segment; /* in the snapshot */
    uint32_t doc;
    double score;
    double strength;
    double keyword;
    double vector; /* 0 without a vector */
};

struct rank_hits {
    struct rank_hit *hit; /* hit[0..n), best first, equal ones by id */
    size_t n;
    struct plan plan;         /* of the words, for snippets */
    uint64_t passages;        /* that there are, also out of the scope */
    enum retrieval_mode mode; /* that was used: keyword where neither the
                                 question nor a passage has a vector */
    struct error no_vectors;  /* why the backend could not be asked; code OK: it
                                 could, or was not to be */
};

/*
 * rank_run - the k best.
 *
 * out      out   lives in `a`
 * errors   ERR_VALIDATION_FAILED  a condition; e->pos says where
 *          ERR_INTERNAL           the index is damaged
 *          ERR_LIMIT              the question is too long, or `a` is full
 * threads  any number over one snapshot, each with its own analyzer
 */
MUST_CHECK enum err rank_run(const struct segments_snapshot *s,
                             const struct rank_question *q, struct analyzer *z,
                             struct arena *a, struct rank_hits *out,
                             struct error *e);

#endif
