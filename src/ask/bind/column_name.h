/* column_name.h - the display names of columns. Private to src/ask/bind. */
#ifndef ASK_BIND_COLUMN_NAME_H
#define ASK_BIND_COLUMN_NAME_H

#include "ask/link/table_schema.h"
#include "base/str.h"

/* Is a word of the column's name one of list[n]? They are folded. */
bool bind_is_called(const struct schema_column *c, const char *const *list,
                    size_t n);

/* Does one of list[n] stand anywhere in the column's name, as words of Chinese
 * do? */
bool bind_name_has(const struct schema_column *c, const char *const *list,
                   size_t n);

#define BIND_CALLED(c, list)   bind_is_called(c, list, COUNT_OF(list))
#define BIND_NAME_HAS(c, list) bind_name_has(c, list, COUNT_OF(list))

#endif
