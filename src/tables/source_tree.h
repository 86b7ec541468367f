/* source_tree.h - JSON of a base's tree as a source; private to the module. */
#ifndef TABLES_SOURCE_TREE_H
#define TABLES_SOURCE_TREE_H

#include "tables/records.h"
#include "tables/source.h"

/*
 * source_tree_write - the list of objects that the source means, into a file
 * without name: src->fd, and where the list is: src->found.
 *
 * in       folder  where the file is made
 * errors   as source_provide()
 */
MUST_CHECK enum err source_tree_write(struct source *src, const char *folder,
                                      struct arena *a, struct error *e);

/* The lists of objects that are members of what the source means; their values
 * are left out. */
MUST_CHECK enum err source_tree_lists(struct source *src, struct arena *a,
                                      struct records *out, struct error *e);

/* What names an entry besides the content: the reader's options and, in a tree,
 * the pointer; in `a`, or borrows `options`. */
MUST_CHECK enum err source_tree_options(const struct source *src,
                                        struct str options, struct arena *a,
                                        struct str *out, struct error *e);

/* An entry of this key was made: drop those of older versions of the JSON, but
 * young ones. Derived, so a failure means that they stay. */
void source_tree_drop_older(const struct source *src, struct cache_key key,
                            struct arena *a);

#endif
