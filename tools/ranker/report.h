/* report.h - what cross-validation says about the model, for people. */
#ifndef RANKER_REPORT_H
#define RANKER_REPORT_H

#include "train.h"

#include <stdio.h>

/*
 * report - verdicts of models that did not see the tables.
 *
 * in       v   v[s->n]
 *
 * It prints how many real questions are right, how well those are recognised
 * that nothing answers, and how the confidence does that is fitted to all folds
 * but the one that it is judged on. Into
 * `words`, which may be NULL, goes a line a real question: confidence, whether
 * it is right, whether it could be, the question, what is said.
 */
void report(const struct samples *s, const struct verdict *v, FILE *words);

#endif
