/*
 * weights.h - what was learned about spans: which of them to quote, and how
 * likely it answers.
 *
 * Both are sums over the features of features.h, whose logistic is a probability;
 * in text, a line each:
 *
 *     choice bias -2.1
 *     choice tree span:0.4 =-0.1 heading:0.2 =0 =0.2
 *     answer weight unknown -1.4    times the feature
 *     answer knot 0.5 0.62          a raw probability and the share that was right
 *     answer floor 0.3              below it nothing answers
 *
 * A tree is written from its root: a feature and a bound, what follows when it is
 * at most that, what follows when it is more; "=" begins the value of a leaf.
 * `make selector` learns them.
 */
#ifndef ANSWER_SELECTOR_WEIGHTS_H
#define ANSWER_SELECTOR_WEIGHTS_H

#include "base/str.h"

enum selector_model { SELECTOR_CHOICE, SELECTOR_ANSWER, SELECTOR_MODELS };

struct selector_weights; /* read only: any number of threads may use one */

/*
 * selector_weights_shared - the weights that come with the program.
 *
 * owns     the process; nobody frees it
 * threads  any; a lock guards the first call
 * returns  NULL on error, with *e filled
 */
MUST_CHECK const struct selector_weights *selector_weights_shared(
    struct error *e);

/*
 * selector_weights_read - other weights.
 *
 * errors   ERR_VALIDATION_FAILED  no such line, with its number
 * returns  NULL on error
 */
MUST_CHECK struct selector_weights *selector_weights_read(struct str text,
                                                          struct error *e);

/* NULL is allowed. */
void selector_weights_free(struct selector_weights *w);

/* The calibrated probability by a model; features[SELECTOR_FEATURES]. */
double selector_weights_score(const struct selector_weights *w,
                              enum selector_model model,
                              const double *features);

/* Below this it does not answer. */
double selector_weights_floor(const struct selector_weights *w,
                              enum selector_model model);

#endif
