/* blank_texts.h - a condition on a text without a value holds for an empty one too. */
#ifndef ASK_LINK_BLANK_TEXTS_H
#define ASK_LINK_BLANK_TEXTS_H

#include "ask/link/table_schema.h"
#include "ask/spec/spec.h"

/* Let the filters of a spec that ask for a value, or for none, take the empty texts of
 * columns that have some, "" in a file that quotes all its cells, as none. */
void blank_texts_apply(const struct schema_table *t, struct query_spec *s);

#endif
