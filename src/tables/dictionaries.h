/*
 * dictionaries.h - the value dictionaries of a table, kept beside its cache
 * entry.
 */
#ifndef TABLES_DICTIONARIES_H
#define TABLES_DICTIONARIES_H

#include "store/value_index/dictionary.h"
#include "tables/tables.h"

/*
 * table_dictionaries - look up the values of columns that are too many for the
 * profile.
 *
 * The file is made when it is first asked for, and again when it is damaged.
 * It is named after the entry, so by the content of the source.
 *
 * in       s        with `opened`, as table_open() leaves it
 *          columns  whose values are wanted, the same at each call
 * out      d        dictionary_close() it, also after an error; columns in `a`
 * errors   as the six tools
 * cost     1,000,000 values 3 s the first time; then nothing
 */
MUST_CHECK enum err table_dictionaries(struct tables *t,
                                       const struct table_source *s,
                                       const struct table_columns *columns,
                                       struct arena *a, struct dictionary *d,
                                       struct error *e);

/* Forget them, because they turned out damaged. */
void table_dictionaries_drop(struct tables *t, const struct table_source *s,
                             struct arena *a);

#endif
