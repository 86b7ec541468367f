/* table_kind.h - classifies an English question by its words. */
#ifndef ANSWER_EVALUATE_TABLE_KIND_H
#define ANSWER_EVALUATE_TABLE_KIND_H

#include "base/str.h"

/*
 * table_kind - "count", "arithmetic", "comparison", "superlative", "position"
 * or "lookup".
 *
 * It only sorts figures, so it is no more than lists of words; the first kind
 * that has one of them is it: "how many more" is arithmetic, not counting.
 *
 * errors   ERR_LIMIT  `a`, for the words, is full
 */
MUST_CHECK enum err table_kind(struct str question, struct arena *a,
                               struct str *kind, struct error *e);

#endif
