/*
 * train.h - weights such that right candidates have high scores.
 *
 * A log-linear model over the candidates of each question: the probability of
 * a candidate is exp(score) over the sum of all. What grows is the logarithm
 * of the probability of all right ones together, by AdaGrad.
 *
 * source   Pasupat, Liang (2015), section 4; Duchi, Hazan, Singer: Adaptive
 *          Subgradient Methods (2011)
 */
#ifndef RANKER_TRAIN_H
#define RANKER_TRAIN_H

#include "samples.h"

struct training {
    unsigned epochs;
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
    uint32_t best;      /* the candidate with the highest score */
    double probability; /* of it, among all and nothing */
};

/* `score` has room for the candidates. */
struct verdict judge(const struct sample *s, const double *weight,
                     double *score);

#endif
