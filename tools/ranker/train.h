/*
 * train.h - weights such that right candidates have high scores.
 *
 * A log-linear model over the candidates of each question: the probability of
 * a candidate is exp(score) over the sum of all. What grows is the logarithm
 * of the probability of all right ones together, by AdaGrad; what is kept is
 * each weight's mean over the second half of the steps, and over several orders
 * of the questions, which is steadier than its last value in one.
 *
 * source   Pasupat, Liang (2015), section 4; Duchi, Hazan, Singer: Adaptive
 *          Subgradient Methods (2011)
 */
#ifndef RANKER_TRAIN_H
#define RANKER_TRAIN_H

#include "ask/candidates/candidates_confidence.h"
#include "samples.h"

struct training {
    unsigned epochs;
    uint32_t orders; /* not 0 */
    double rate;
    double shrink;        /* what each step takes from a weight */
    uint32_t min_samples; /* right candidates of fewer questions have it: left
                             out, so that names of one table are not learned */
};

/*
 * train - on the samples for which used[i].
 *
 * out      weight   weight[n_features], overwritten
 */
void train(const struct samples *s, const uint8_t *used,
           const struct training *how, double *weight);

/* What a model says about a sample. */
struct verdict {
    bool has_answer;   /* false: there are no candidates */
    bool right;        /* the answer of the likeliest candidate is */
    bool agreed_right; /* the answer that is likeliest in sum is */
    double nothing;    /* that nothing is right */
    uint32_t best;     /* the likeliest candidate, when it has an answer */
    double fact[CANDIDATES_CONFIDENCE_TERMS]; /* when it has an answer */
};

/* `score` and `vote` have room for samples.most. */
struct verdict judge(const struct sample *s, const double *weight,
                     double *score, struct vote *vote);

#endif
