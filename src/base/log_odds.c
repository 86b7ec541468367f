#include "base/log_odds.h"

#include <math.h>

double log_odds(double p, double least)
{
    const double inside = fmin(1 - least, fmax(least, p));

    return log(inside / (1 - inside));
}
