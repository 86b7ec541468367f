/* answer_confidence.h - the confidence that is shown with an answer. */
#ifndef ANSWER_ANSWER_CONFIDENCE_H
#define ANSWER_ANSWER_CONFIDENCE_H

#include "answer/answer.h"

/*
 * answer_confidence - how often such an answer is right, 0 to 1; 0: it has none.
 *
 * That of a query was set with it (rules_confidence.h, parsed.h, candidates) and
 * lowered by notes of its sources; that of quotes is the selector's.
 */
double answer_confidence(const struct answer *an);

#endif
