/* rate.h - a rate of two figures. Private to src/ask/bind. */
#ifndef ASK_BIND_RATE_H
#define ASK_BIND_RATE_H

#include "ask/bind/derived_columns.h"

/* The words that say of what: [from, to) of the question. */
struct bind_rate_words {
    size_t from;
    size_t to;
};

/* Is the column what became of a row: a status, a stage, a result? */
bool bind_is_outcome(const struct schema_column *c);

/*
 * bind_rate_figures - the figure and that of which it is a part.
 *
 * out      out   of[0] is NULL where not just one pair can be meant
 */
void bind_rate_figures(const struct binder *b, const struct bind_rate_words *r,
                       struct bind_making *out);

#endif
