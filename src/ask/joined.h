/* joined.h - a question over tables that are joined. Private to ask/. */
#ifndef ASK_JOINED_H
#define ASK_JOINED_H

#include "ask/ask.h"
#include "bind/bind.h"
#include "joins/apply.h"
#include "link/link.h"

/* How a question reads over one table or view. */
struct table_reading {
    struct links links;
    struct bound bound;
};

struct joined_reading {
    bool found; /* some view explains it, with joins; it may ask back */
    struct table_reading reading;
    struct join_view view; /* narrowed to what was named */
    struct join_applied applied;
};

/* What is asked, and in which words. */
struct joined_question {
    const struct ask_schema *schema; /* its joins are set */
    const struct words *words;
    enum language language;
};

/*
 * joined_read - the best reading over the views of all tables.
 *
 * One that can be answered, else with the fewest tables, else the one that
 * explains the question better. Where all ask back, only what joins can ask:
 * which of two columns or ways is meant, and what would be added up many times.
 *
 * out      out   lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err joined_read(const struct joined_question *q,
                                struct arena *a, struct joined_reading *out,
                                struct error *e);

/* Leave in the view what the rows of its SQL have. */
void joined_hide(struct joined_reading *r);

/* Does a reading of one table speak of what a key of it leads to: of the
 * customer, where the table has only his number? */
bool joined_is_better(const struct ask_schema *s, size_t table,
                      const struct table_reading *r);

#endif
