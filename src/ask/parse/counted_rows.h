/*
 * counted_rows.h - rows of other tables that a condition may count: customers without
 * orders. Private to the module.
 */
#ifndef ASK_PARSE_COUNTED_ROWS_H
#define ASK_PARSE_COUNTED_ROWS_H

#include "ask/joins/related_counts.h"
#include "ask/parse/meaning.h"

#define COUNTED_MAX 2 /* ways, the likeliest first */

/* How a question names the table whose rows are counted. */
enum counted_said {
    COUNTED_UNSAID,
    COUNTED_NAMED, /* a word of its name */
    COUNTED_NOUN   /* what a row of it is called */
};

struct counted_way {
    const struct related_way *way;
    struct str name; /* what the count is called; no column has that name */
    enum counted_said said;
};

struct counted_rows {
    struct counted_way way[COUNTED_MAX];
    size_t n;
};

/*
 * counted_rows_find - the ways to rows of other tables, where the question says
 * that something is not there.
 *
 * in       m     of the root's view
 * out      out   in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err counted_rows_find(const struct join_graph *g, size_t root,
                                      const struct meanings *m, struct arena *a,
                                      struct counted_rows *out,
                                      struct error *e);

#endif
