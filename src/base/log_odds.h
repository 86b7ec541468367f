/* log_odds.h - logarithms of probabilities. */
#ifndef BASE_LOG_ODDS_H
#define BASE_LOG_ODDS_H

/*
 * log_odds - the logarithm of the odds of a probability, log(p / (1 - p)).
 *
 * in       least  over 0, under 0.5: `p` is taken as at least this and at most 1
 *                 less this, so that the result is finite
 */
double log_odds(double p, double least);

#endif
