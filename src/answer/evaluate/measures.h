/*
 * measures.h - retrieval measures of one ranking, as trec_eval defines them.
 *
 * A document is relevant when its grade is over 0; one that was not judged is
 * not. The ranking is judged as deep as it goes.
 *
 *     nDCG@10     the gain of a document is its grade (linear, as trec_eval's
 *                 ndcg_cut, not 2^grade - 1), divided by log2(rank + 1), the
 *                 sum as a share of that of the best ten grades there are
 *     MAP         precision at the rank of each relevant document that was
 *                 found, the sum divided by all that are relevant
 *     recall@k    the share of the relevant ones among the first k
 *     MRR         1 / rank of the first relevant one, 0 when there is none
 */
#ifndef ANSWER_EVALUATE_MEASURES_H
#define ANSWER_EVALUATE_MEASURES_H

#include "base/str.h"

struct judgement {
    struct str document; /* its id */
    int grade;
};

/* What was judged for one question: by document, each once. */
struct judgements {
    const struct judgement *at; /* at[0..n), in the order of str_cmp() */
    size_t n;
};

struct measures {
    double ndcg_at_10;
    double map;
    double recall_at_1;
    double recall_at_10;
    double recall_at_100;
    double mrr;
};

/* How many documents are relevant. */
size_t measures_relevant(const struct judgements *j);

/*
 * measures_of - of one ranking; all 0 where nothing is relevant.
 *
 * in       ranked  ids ranked[0..n), the best first, each once
 */
void measures_of(const struct str *ranked, size_t n, const struct judgements *j,
                 struct measures *out);

/* Add those of one question to a sum. */
void measures_add(struct measures *sum, const struct measures *m);

/* The mean of the sum of `n` questions; all 0 of none. */
void measures_mean(const struct measures *sum, size_t n, struct measures *out);

#endif
