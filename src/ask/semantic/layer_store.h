/* layer_store.h - stores the semantic layer of a base in its database. */
#ifndef ASK_SEMANTIC_LAYER_STORE_H
#define ASK_SEMANTIC_LAYER_STORE_H

#include "ask/semantic/entry.h"
#include "store/catalog/base.h"

/* What became of a load. */
struct semantic_counts {
    uint64_t added;
    uint64_t changed;
    uint64_t unchanged;
    uint64_t removed; /* were loaded before, and are in no file any more */
};

/*
 * semantic_store_replace - what the files say takes the place of what files
 * said before; what was learned stays unless a file has it, too.
 *
 * The same entries again change nothing.
 */
MUST_CHECK enum err semantic_store_replace(const struct base *b,
                                           const struct semantic_entries *list,
                                           struct semantic_counts *counts,
                                           struct error *e);

/* One entry that was learned; the same again changes nothing. */
MUST_CHECK enum err semantic_store_learn(const struct base *b,
                                         const struct semantic_entry *x,
                                         struct error *e);

/* What was learned under this name is forgotten; what a file says stays. */
MUST_CHECK enum err semantic_store_unlearn(const struct base *b,
                                           struct str name, bool *was,
                                           struct error *e);

/* All entries, by collection and then as they stand in their files; in `a`. */
MUST_CHECK enum err semantic_store_list(const struct base *b, struct arena *a,
                                        struct semantic_entries *out,
                                        struct error *e);

/* Remove all; inside a write transaction, as the next. */
MUST_CHECK enum err semantic_store_clear(const struct base *b,
                                         uint64_t *removed, struct error *e);

/* Remove one by its name, from every collection; ERR_NOT_FOUND. */
MUST_CHECK enum err semantic_store_remove(const struct base *b, struct str name,
                                          struct error *e);

#endif
