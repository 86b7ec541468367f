/*
 * table_config.h - what a base knows of a table without opening it: its
 * columns, their ranges and values, a description and questions to begin with.
 *
 * Kept with the document as `source_config.structured_data` and
 * `chunks.structured_metadata`; all of it is made of the table's profile.
 */
#ifndef DOCUMENTS_TABLE_CONFIG_H
#define DOCUMENTS_TABLE_CONFIG_H

#include "catalog/document.h"
#include "tables/tables.h"

/*
 * table_config_make - read a document's table and keep what is known of it.
 *
 * errors   as table_get_profile(): the file cannot be read as a table
 */
MUST_CHECK enum err table_config_make(struct tables *t, const struct base *b,
                                      int64_t id, const atomic_bool *cancel,
                                      struct error *e);

#endif
