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
 * address or a sentence has commas, but other parts each time.
 *
 * cost     O(bytes of 64 values)
 */
bool cell_lists_in(const struct schema_column *c);

#endif
