/*
 * unit_asked.h - figures in the unit that a question asks for: hours of a column of
 * minutes, km of one of metres.
 */
#ifndef ASK_LINK_UNIT_ASKED_H
#define ASK_LINK_UNIT_ASKED_H

#include "ask/link/table_schema.h"
#include "ask/spec/spec.h"

/*
 * unit_asked_apply - measures of columns with a unit, in that of the question.
 *
 * Only where both are certain and of one dimension: the unit is the end of the column's
 * name, and the question has one unit of that dimension, which no other column has and
 * which is not said of a number, a rate or a time of day. Days are no 24 hours of work,
 * so they stay days.
 *
 * in       t  the table that is asked
 *          q  words of the question
 * out      s  its measures are of derived columns, named by the unit
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err unit_asked_apply(const struct schema_table *t,
                                     const struct words *q, struct arena *a,
                                     struct query_spec *s, struct error *e);

#endif
