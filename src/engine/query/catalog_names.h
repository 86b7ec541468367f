/* catalog_names.h - the SQL names of tables. Private to catalog.c. */
#ifndef ENGINE_QUERY_CATALOG_NAMES_H
#define ENGINE_QUERY_CATALOG_NAMES_H

#include "engine/query/catalog.h"

/*
 * catalog_names_make - names, views, the gate's list and its hash.
 *
 * in       c        tables and files are there
 *          sources  of the files, in their order
 * errors   as catalog_open()
 */
MUST_CHECK enum err catalog_names_make(struct catalog *c, struct duck *d,
                                       const struct catalog_source *sources,
                                       struct arena *a, struct error *e);

/* "The file does not hold what it should", for a statement of ours too. */
MUST_CHECK enum err catalog_bad_file(struct error *e);

#endif
