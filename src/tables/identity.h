/*
 * identity.h - compares a file's content with its name.
 *
 * A file is read by its content whatever its name is. Where the name leaves it
 * open or says something else, the map's `caution` tells. An entry of the cache
 * belongs to a content, which may have several names, so this is said at each
 * call and never stored.
 */
#ifndef TABLES_IDENTITY_H
#define TABLES_IDENTITY_H

#include "tables/tables.h"

/*
 * identity_describe - the map with the caution that the source's name needs,
 * after the one that it has.
 *
 * in       name   what the file is called: its path, or a document's name
 *          map    stored, {"format":...
 * out      out    borrows `map` where the name needs none, else lives in `a`
 * errors   ERR_VALIDATION_FAILED  it is no JSON; ERR_LIMIT
 */
MUST_CHECK enum err identity_describe(const struct table_source *s,
                                      struct str name, struct str map,
                                      struct arena *a, struct str *out,
                                      struct error *e);

#endif
