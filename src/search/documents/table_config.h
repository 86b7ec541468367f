/*
 * table_config.h - the description of a table that a base stores, so that the
 * table need not be opened: columns, ranges, values, a description and example
 * questions.
 *
 * Kept with the document as `source_config.structured_data` and
 * `chunks.structured_metadata`; all of it is made of the table's profile.
 */
#ifndef SEARCH_DOCUMENTS_TABLE_CONFIG_H
#define SEARCH_DOCUMENTS_TABLE_CONFIG_H

#include "store/catalog/document.h"
#include "tables/tables.h"

/* Which table, and what people call it. */
struct table_known {
    struct table_source source;
    struct str name;
};

/*
 * table_config_read - what is known of a table, as JSON in `a`.
 *
 * out      source_config, chunks   with those members
 * errors   as table_get_profile()
 */
MUST_CHECK enum err table_config_read(struct tables *t,
                                      const struct table_known *which,
                                      struct arena *a,
                                      struct str *source_config,
                                      struct str *chunks, struct error *e);

/* What became known of a table: its source_config. */
struct table_config_change {
    struct str document; /* its name */
    struct str before;
    struct str now;
};

/*
 * table_config_make - read a document's table and keep what is known of it.
 *
 * in       of      its `base` and `cancel`
 *          id      of the document
 * out      out     in `a`
 * errors   as table_get_profile(): the file cannot be read as a table
 */
MUST_CHECK enum err table_config_make(struct tables *t,
                                      const struct table_source *of, int64_t id,
                                      struct arena *a,
                                      struct table_config_change *out,
                                      struct error *e);

#endif
