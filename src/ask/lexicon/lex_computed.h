/*
 * lex_computed.h - measures that are computed of others where a table has no column of them:
 * profit is revenue less cost, an open rate is opens over e-mails sent.
 */
#ifndef ASK_LEXICON_LEX_COMPUTED_H
#define ASK_LEXICON_LEX_COMPUTED_H

#include "ask/lexicon/lex.h"

#define LEX_COMPUTED_OPERANDS 4
#define LEX_COMPUTED_MAX      24 /* ways to compute one concept */

enum lex_operator {
    LEX_FIRST,
    LEX_LESS,
    LEX_TIMES,
    LEX_UNTIL, /* from one time of day to the other */
    LEX_OVER,
    LEX_PERCENT, /* the same, per cent */
    LEX_OPERATORS
};

/* op[0] is LEX_FIRST; one is divided by once at most, by all that follows. */
struct lex_computed {
    enum lex_operator op[LEX_COMPUTED_OPERANDS];
    uint16_t of[LEX_COMPUTED_OPERANDS];
    size_t n;
};

/* The ways to compute a concept: up to `max` in `made`; how many. */
size_t lex_computed(const struct lex *x, uint16_t id,
                    struct lex_computed *computed, size_t max);

#endif
