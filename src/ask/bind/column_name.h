/* column_name.h - the display names of columns. Private to src/ask/bind. */
#ifndef ASK_BIND_COLUMN_NAME_H
#define ASK_BIND_COLUMN_NAME_H

#include "ask/link/table_schema.h"
#include "ask/vocabulary/term_lists.h"

/* Is a word of the column's name on the list? */
bool bind_is_called(const struct schema_column *c,
                    const struct term_list *list);

/* Does an entry of the list occur anywhere in the column's name, as words of
 * Chinese do? */
bool bind_name_has(const struct schema_column *c, const struct term_list *list);

/* Is it the day on which somebody was born? Nothing happened to a row then. */
bool bind_is_birth(const struct schema_column *c);

#endif
