/* joined.h - questions over joined tables. Private to ask/. */
#ifndef ASK_JOINED_H
#define ASK_JOINED_H

#include "ask/ask.h"
#include "ask/bind/bind.h"
#include "ask/joins/apply.h"
#include "ask/link/link.h"

/* How a question reads over one table or view. */
struct table_reading {
    struct links links;
    struct bound bound;
};

struct joined_reading {
    bool
        found; /* some view explains it, with joins; it may ask for clarification */
    struct table_reading reading;
    struct join_view view; /* narrowed to what was named */
    struct join_applied applied;
};

/* What is asked, and how the best table reads it alone. */
struct joined_question {
    const struct ask_schema *schema;
    const struct words *words;
    enum language language;
    size_t table;
    const struct table_reading *alone;
    const bool *views; /* views[schema->n_tables]: which are looked at */
    bool answers;      /* it alone can be answered */
};

/*
 * joined_find - the best reading over the views of all tables, where it is
 * better than that of one table.
 *
 * It is where the table alone does not answer, or speaks only of the number of
 * a customer where the customer was meant. Of several views, the best is one
 * that can be answered, then that with the fewest tables, then the one that
 * explains the question better. Where all ask for clarification, only what
 * joins can ask is asked: which of two columns or ways is meant, and what would
 * be added up many times.
 *
 * out      out   in `a`; NULL: the table alone is to be taken
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err joined_find(const struct joined_question *q,
                                struct arena *a, struct joined_reading **out,
                                struct error *e);

/*
 * Is the reading of nothing but the rows of one table that is joined? "List the
 * customers" is not of those that have orders.
 *
 * out      table   of the schema
 */
bool joined_is_of(const struct joined_reading *r, size_t *table);

/* Leave in the view what the rows of its SQL have. */
void joined_hide(struct joined_reading *r);

#endif
