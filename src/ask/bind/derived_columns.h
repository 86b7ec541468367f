/*
 * derived_columns.h - columns that a question derives from two others. Private
 * to src/ask/bind.
 */
#ifndef ASK_BIND_DERIVED_COLUMNS_H
#define ASK_BIND_DERIVED_COLUMNS_H

#include "ask/bind/binder.h"

/* In the texts $1 and $2 are the names of both columns. */
struct bind_making {
    const struct schema_column *of[2];
    const char *formula;
    const char *name;
    bool aggregated; /* from many rows together, not from each */
    bool alike;      /* it is of the nature of the first: money, pieces */
};

/* One more column; NULL when there is no room, or no formula can name them. */
MUST_CHECK enum err bind_make(struct binder *b, const struct bind_making *m,
                              const struct schema_column **out,
                              struct error *e);

/* Take a link out; the words of it are then said by another. */
void bind_drop_link(struct binder *b, size_t i);

/* The column as link `i`, for the words from..to. Links that were dropped have
 * left space for it. */
void bind_put_derived(struct binder *b, size_t i, size_t from, size_t to,
                      const struct schema_column *c);

#endif
