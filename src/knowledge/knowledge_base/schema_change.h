/* schema_change.h - compares the columns of two versions of a table. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_SCHEMA_CHANGE_H
#define KNOWLEDGE_KNOWLEDGE_BASE_SCHEMA_CHANGE_H

#include "base/jsonw.h"
#include "search/documents/table_config.h"

/*
 * schema_change_write - columns that were added, removed or changed type.
 *
 * Columns are the same when their names are. Of a workbook its main table.
 * out      w   {"document","added":[...],"removed":[...],"retyped":[{"column",
 *              "before","now"}]}; nothing where there is no change, or nothing
 *              is known of before
 * errors   ERR_LIMIT  no memory
 * cost     O(columns before * columns now)
 */
MUST_CHECK enum err schema_change_write(const struct table_config_change *c,
                                        struct jsonw *w, struct error *e);

#endif
