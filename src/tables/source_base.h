/*
 * source_base.h - a document of a base as a source; private to source.c and
 * entry.c.
 */
#ifndef TABLES_SOURCE_BASE_H
#define TABLES_SOURCE_BASE_H

#include "tables/source.h"

/*
 * source_base_find - open a base by its name; where there is none this makes
 * nothing.
 *
 * out      b      close with base_close() in every case
 *          found  false: there is no such base, or none may be reached
 */
MUST_CHECK enum err source_base_find(struct tables *t, struct str name,
                                     struct arena *a, struct base *b,
                                     bool *found, struct error *e);

/*
 * source_base_open - find the document that a path names.
 *
 * in       open   the base, lent; NULL: it is found by its name
 *          src    has `shown`
 * out      src    as source_open()
 *          found  false: there is no such base, and *src is as it was
 */
MUST_CHECK enum err source_base_open(struct tables *t, const struct base *open,
                                     struct arena *a, struct source *src,
                                     bool *found, struct error *e);

/* Add to "no such file" what is known of bases. */
void source_base_hint(struct tables *t, const struct source *src,
                      struct arena *a, struct error *e);

/*
 * source_base_describe - the stored map, with the document it belongs to in its
 * `source`, which is its last member. An entry belongs to a content, which
 * several documents may have, so this is added at each call.
 *
 * out      out  in `a`
 */
MUST_CHECK enum err source_base_describe(const struct source *src,
                                         struct str map, struct arena *a,
                                         struct str *out, struct error *e);

#endif
