/* row_noun.h - the noun for the rows of a table. Private to src/ask/link. */
#ifndef ASK_LINK_ROW_NOUN_H
#define ASK_LINK_ROW_NOUN_H

#include "ask/link/link.h"

/*
 * Of the columns of a candidate, drop those of which the words are only the
 * modifier where another is named by them.
 *
 * returns  whether what is left says what the rows are: "orders" of order_date
 *          in a table whose rows nothing else identifies
 */
bool link_names_rows(const struct schema_table *t, const struct words *w,
                     struct link *c);

#endif
