/*
 * answers.h - compares answers with the expected ones.
 *
 * Answers are compared as values and as sets, as the data set WikiTableQuestions
 * asks for: two texts are equal when they are after folding and without
 * quotation marks, [notes], (details) and a full stop at the end, any dash being
 * like another; or when both are numbers of one value; or dates of one day.
 */
#ifndef ASK_CANDIDATES_ANSWERS_H
#define ASK_CANDIDATES_ANSWERS_H

#include "base/str.h"

struct answers {
    const struct str *text; /* text[n]; repeated ones count once */
    size_t n;
};

/*
 * answers_equal - the same set of values?
 *
 * out      equal
 * errors   ERR_LIMIT  `a`, for scratch, is full
 * cost     O(n * n)
 */
MUST_CHECK enum err answers_equal(const struct answers *given,
                                  const struct answers *expected,
                                  struct arena *a, bool *equal,
                                  struct error *e);

#endif
