#include "ask/crosstab/crosstab_ask.h"

#include <math.h>

/* A logistic model that was fitted to the answers of the development half of
 * tests/asking/tatqa/score.mjs. */
#define BIAS 1.4

double crosstab_confidence(const struct crosstab_reading *r)
{
    static const double weight[CROSSTAB_FACTS] = {
        [FACT_LEFT] = -4, [FACT_MISSING] = -2.3, [FACT_MARGIN] = 1.5};
    double sum = BIAS;

    for (size_t i = 0; i < CROSSTAB_FACTS; i++)
        sum += weight[i] * r->fact[i];
    return 1 / (1 + exp(-sum));
}
