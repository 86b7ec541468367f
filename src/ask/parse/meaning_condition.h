/*
 * meaning_condition.h - what words mean of the data, by the conditions of the lexicon.
 * Private to the module.
 */
#ifndef ASK_PARSE_MEANING_CONDITION_H
#define ASK_PARSE_MEANING_CONDITION_H

#include "ask/parse/meaning.h"

/* What a state of the lexicon tells of the table's columns: that one has a value, is
 * over another, over a number; negated: of what is not so. */
void meanings_by_condition(struct meanings *m, size_t at, size_t n,
                           uint16_t state, bool negated);

/* What a column has where it has no value, "absent" among results: rows without one. */
void meanings_by_mark(struct meanings *m, size_t at);

/* Is it a limit, a plan, a budget, which other figures are held against? */
bool meanings_is_bound(const struct meanings *m, size_t column);

/* Are two columns of one type, so that one may be over the other? */
bool meanings_may_compare(const struct meanings *m, size_t a, size_t b);

#endif
