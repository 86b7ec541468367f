/*
 * rules_confidence.h - how often an answer of the rules that looks like this one
 * is right.
 *
 * There is little to tell such answers apart by, as every word of the question
 * is bound: whether the table looks told, and whether some word had to be read
 * as another thing, which the notes say. So it is the share that was right of
 * each kind, never rising with the risk (docs/evaluation.md has the counts).
 */
#ifndef ANSWER_RULES_CONFIDENCE_H
#define ANSWER_RULES_CONFIDENCE_H

#include "answer/answer.h"

/* Of out->asked, ASK_ANSWERABLE, whose table was queried; over 0, under 1. */
double rules_confidence(const struct answer *an);

#endif
