/* list_filters.h - conditions on columns whose cells are lists. */
#ifndef ASK_LINK_LIST_FILTERS_H
#define ASK_LINK_LIST_FILTERS_H

#include "ask/link/table_schema.h"
#include "ask/spec/spec.h"

/*
 * list_filters_apply - in a column that its source says is of lists (an array of a
 * server), to be a value is to have it; to be one and another, to have both.
 *
 * in       t  the table, or view, whose columns the spec names
 *          q  words of the question
 */
void list_filters_apply(const struct schema_table *t, const struct words *q,
                        struct query_spec *s);

#endif
