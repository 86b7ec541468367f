/*
 * calibrate.h - from verdicts with known outcome to readings/confidence.h.
 *
 * A logistic model over the facts, then the pool-adjacent-violators algorithm
 * over groups of PER_BIN verdicts of neighbouring raw values.
 *
 * source   Ayer et al.: An Empirical Distribution Function for Sampling with
 *          Incomplete Information (1955)
 */
#ifndef RANKER_CALIBRATE_H
#define RANKER_CALIBRATE_H

#include "train.h"

/*
 * calibrate - on the verdicts for which used[i]; those without an answer are
 * left out.
 */
void calibrate(const struct verdict *v, const uint8_t *used, size_t n,
               struct confidence *out);

#endif
