/*
 * near_entries.h - the similarity of a layer's entries to a question, by the
 * vectors of its base.
 *
 * Words find what is called so; vectors find "share of loans that are not paid
 * back" for the question about defaults. Where there are none (no model, an
 * endpoint that is gone, a language that the model does not know), words and
 * names do it alone.
 */
#ifndef ASK_SEMANTIC_NEAR_ENTRIES_H
#define ASK_SEMANTIC_NEAR_ENTRIES_H

#include "ask/semantic/entry.h"
#include "tables/tables.h"

struct semantic_near {
    const double *of; /* of[entries->n], in [0,1]; NULL: by words alone */
    struct str why;   /* there are no vectors; empty: there are */
};

/* What is asked, and of which entries. */
struct semantic_near_request {
    struct tables *tables;
    struct str base;
    const struct semantic_entries *entries; /* all of the base */
    struct str question;
    const atomic_bool *cancel; /* NULL: never */
};

/*
 * semantic_near_find - embed what is not embedded yet, and compare.
 *
 * Vectors of entries are kept in the base; that they cannot be kept (somebody
 * else writes) costs time and is no error. Nor is that there are none.
 *
 * out      out   in `a`
 * errors   ERR_LIMIT  `a` is full; those of base_open()
 */
MUST_CHECK enum err semantic_near_find(const struct semantic_near_request *r,
                                       struct arena *a,
                                       struct semantic_near *out,
                                       struct error *e);

/* A cosine, on the scale of the model that comes with Quarry, as the share of
 * such pairs that mean the same; [0,1]. */
double semantic_near_of_cosine(double cosine);

#endif
