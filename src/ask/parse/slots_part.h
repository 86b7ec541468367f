/*
 * slots_part.h - what the files of slots.h share. Private to the module.
 */
#ifndef ASK_PARSE_SLOTS_PART_H
#define ASK_PARSE_SLOTS_PART_H

#include "ask/parse/slots.h"

/* A column of the table. */
const struct schema_column *slots_column(const struct slots *s, uint16_t i);

/* One more condition; NULL: there is no room, and the state has no form. */
struct spec_filter *slots_add_filter(struct slots *s, uint16_t column,
                                     enum filter_op op, enum literal literal);

/* Is it one of the texts? */
bool slots_in_list(struct str s, const struct str *list, size_t n);

/* The last two conditions are alternatives. */
void slots_put_or(struct slots *s);

/* All numbers of the state. */
MUST_CHECK enum err slots_put_numbers(struct slots *s, struct error *e);

/* The last so many months? */
bool slots_has_window(const struct state *s);

/* All periods of the state. */
MUST_CHECK enum err slots_put_periods(struct slots *s, struct error *e);

/* The last so many units of time. */
MUST_CHECK enum err slots_put_window(struct slots *s, struct error *e);

#endif
