/*
 * lex_condition.h - what states and conditions say of columns: who is inactive has an end
 * date, what is late was delivered after it was promised.
 */
#ifndef ASK_LEXICON_LEX_CONDITION_H
#define ASK_LEXICON_LEX_CONDITION_H

#include "ask/lexicon/lex.h"

/* What a state or a condition tells of the columns of its rows. */
enum lex_test {
    LEX_IS_FILLED,
    LEX_IS_BLANK,
    LEX_IS_LESS,
    LEX_IS_AT_MOST,
    LEX_IS_MORE,
    LEX_IS_AT_LEAST,
    LEX_IS_EQUAL,
    LEX_TESTS
};

/* "late": a delivery date that is more than the promised date. */
struct lex_condition {
    enum lex_test test;
    uint16_t of; /* the concept of a column; LEX_NO_CONCEPT: any other */
    uint16_t
        other; /* from LEX_IS_LESS on: of another; LEX_NO_CONCEPT: a number */
    uint16_t number; /* that it is compared with then */
};

/* What a concept may tell of columns, each by itself: up to `max` in `conditions`; how
 * many. */
size_t lex_conditions(const struct lex *x, uint16_t id,
                      struct lex_condition *conditions, size_t max);

#endif
