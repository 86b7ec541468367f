/* named_table.h - how well a question names what a row of a table is. */
#ifndef ASK_NAMED_TABLE_H
#define ASK_NAMED_TABLE_H

#include "ask/link/table_schema.h"

/*
 * named_table - by the words of its name but for numbers, better if all of them are
 * said ("orders" is not order_lines), then by those of its key: orders, of order_id.
 *
 * returns  0: it does not
 */
size_t named_table(const struct schema_table *t, const struct words *w);

/* How many words of the table's name but for numbers it says. */
size_t named_table_words(const struct schema_table *t, const struct words *w);

#endif
