/*
 * count_column.h - columns whose name says that they count, by its form: lunches, almuerzos
 * servidos. Private to the module.
 */
#ifndef ASK_LINK_COUNT_COLUMN_H
#define ASK_LINK_COUNT_COLUMN_H

#include "ask/link/table_schema.h"

/* In a table of what happened on days, whole numbers that are called by a plural may be
 * added up: GROUP_COUNTABLE. After the columns are read. */
void count_columns_find(struct schema_table *t);

#endif
