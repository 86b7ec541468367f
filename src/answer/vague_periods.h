/* vague_periods.h - notes on periods whose days people count differently: early June, the
 * second week of June (enum period_vague). */
#ifndef ANSWER_VAGUE_PERIODS_H
#define ANSWER_VAGUE_PERIODS_H

#include "ask/ask.h"
#include "ask/parse/parse.h"

/* Add notes to what the rules answer; a clarifying question has none. */
MUST_CHECK enum err vague_periods_of_rules(struct ask_result *r,
                                           struct arena *a, struct error *e);

/* Add notes to a reading of the parser, of the words of the question. */
MUST_CHECK enum err vague_periods_of_candidate(const struct parse_candidate *c,
                                               const struct words *w,
                                               struct arena *a,
                                               struct ask_result *r,
                                               struct error *e);

#endif
