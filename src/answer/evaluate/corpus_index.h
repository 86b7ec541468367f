/*
 * corpus_index.h - indexes the documents of a data set the way the product
 * does: the same chunks, passages, terms and vectors.
 */
#ifndef ANSWER_EVALUATE_CORPUS_INDEX_H
#define ANSWER_EVALUATE_CORPUS_INDEX_H

#include "answer/evaluate/beir.h"
#include "search/index/background.h"
#include "search/index/embed.h"

struct corpus_index {
    struct index ix; /* of no base */
    const struct segments_snapshot *snapshot;
    uint32_t **owner; /* owner[segment][passage]: the number of its document */
    struct embed_counts counts;
    struct background background; /* of the model */
};
#define CORPUS_INDEX_NONE ((struct corpus_index){.ix = {0}})

struct corpus_index_options {
    const struct beir *set;
    const char *folder;      /* empty, where it lands */
    const struct home *home; /* of Quarry */
    struct str provider;     /* embedding model (models/embedding/provider.h) */
    bool without_model;      /* vectors are not needed */
    const atomic_bool *cancel;
    void (*report)(void *ctx, uint64_t done, uint64_t total); /* NULL: not */
    void *ctx;
};

/*
 * corpus_index_build - build it; corpus_index_close() in every case.
 *
 * That the model which comes with Quarry cannot be opened is no error, as with
 * a base: out->ix says why. An endpoint that cannot be asked is one.
 *
 * out      out   its owners live in `a`
 * errors   ERR_TIMEOUT  cancelled; of search/index/embed.h and search/segments/segments.h
 */
MUST_CHECK enum err corpus_index_build(const struct corpus_index_options *o,
                                       struct arena *a,
                                       struct corpus_index *out,
                                       struct error *e);

/* CORPUS_INDEX_NONE is allowed. */
void corpus_index_close(struct corpus_index *x);

#endif
