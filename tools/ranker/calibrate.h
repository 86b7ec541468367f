/*
 * calibrate.h - from answers with known outcome to how sure such answers are
 * (ask/candidates/candidates_confidence.h).
 *
 * A logistic model over facts, then the pool-adjacent-violators algorithm over
 * groups of answers with neighbouring raw values.
 *
 * source   Ayer et al.: An Empirical Distribution Function for Sampling with
 *          Incomplete Information (1955)
 */
#ifndef RANKER_CALIBRATE_H
#define RANKER_CALIBRATE_H

#include "train.h"

/* An answer whose outcome is known. */
struct outcome {
    const double *fact;
    bool right;
};

/*
 * calibrate_fit - to all of x[n].
 *
 * in       facts    of each answer
 *          per_bin  answers of one group; fewer make the top steps follow
 *                   chance
 * out      weight   weight[facts]
 *          steps    its knots alone
 */
void calibrate_fit(const struct outcome *x, size_t n, size_t facts,
                   size_t per_bin, double *weight,
                   struct candidates_confidence *steps);

/* The raw value of a model: between 0 and 1. */
double calibrate_raw(const double *weight, const double *fact, size_t facts);

/*
 * calibrate - on the verdicts for which used[i]; those without an answer are
 * left out.
 */
void calibrate(const struct verdict *v, const uint8_t *used, size_t n,
               struct candidates_confidence *out);

#endif
