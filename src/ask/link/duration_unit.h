/* duration_unit.h - the unit in which durations between two columns are given. */
#ifndef ASK_LINK_DURATION_UNIT_H
#define ASK_LINK_DURATION_UNIT_H

#include "ask/link/table_schema.h"
#include "ask/vocabulary/question_words.h"

/*
 * duration_unit - the unit that a person would give where the question names none.
 *
 * Minutes or hours only where both columns have times of day and are that close at
 * both ends, first and last: the durations of the rows between are hardly longer.
 */
enum span_unit duration_unit(const struct schema_column *from,
                             const struct schema_column *to);

#endif
