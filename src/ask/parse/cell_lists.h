/*
 * cell_lists.h - columns whose cells hold several values: "vegan, new", "bug;ui".
 * Private to the module.
 */
#ifndef ASK_PARSE_CELL_LISTS_H
#define ASK_PARSE_CELL_LISTS_H

#include "ask/link/table_schema.h"

/*
 * cell_lists_in - are cells of the column lists?
 *
 * Some cells have a separator, and their parts occur in other cells as well; an
 * address or a sentence has commas, but other parts each time. A space is one where all
 * parts of such cells are cells of their own.
 *
 * cost     O(bytes of 64 values)
 */
bool cell_lists_in(const struct schema_column *c);

/* Is a value a part of other values of the column? */
bool cell_lists_hold(const struct schema_column *c, struct str value);

#endif
