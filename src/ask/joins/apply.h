/*
 * apply.h - turns a spec that was bound over a joined view into a spec with
 * joins.
 */
#ifndef ASK_JOINS_APPLY_H
#define ASK_JOINS_APPLY_H

#include "ask/joins/joined_view.h"
#include "ask/spec/spec.h"

enum join_outcome {
    JOIN_NONE,    /* no joined table is used: the spec is of one table */
    JOIN_KEYS,    /* nor is one needed to count its keys, which is asked */
    JOIN_DONE,    /* the spec has its joins */
    JOIN_FAN_OUT, /* it would add up a column of a joined table, once for each
                     row that leads there */
    JOIN_NO_FORM, /* more tables than fit, or rows by their place */
};

struct join_applied {
    enum join_outcome outcome;
    const struct join_edge *edges[SPEC_MAX_JOINS];
    size_t tables[SPEC_MAX_JOINS + 1]; /* of the schema, in the order of FROM */
    size_t n;          /* tables; a table that is joined twice is once here */
    size_t n_edges;    /* as many as the spec has joins */
    struct str column; /* JOIN_FAN_OUT: what would be added up, and whose */
    struct str owner;
};

/*
 * join_apply - say how the columns of a spec come together.
 *
 * Counting what rows are called counts their keys, and groups of what two rows
 * are called alike get the key beside it, so that two customers of one name
 * stay two.
 *
 * in       v     the view that was bound
 * out      s     its joins, and tables by their names where files are several
 *          out   lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err join_apply(const struct join_view *v, struct arena *a,
                               struct query_spec *s, struct join_applied *out,
                               struct error *e);

#endif
