/*
 * related_counts.h - filters the rows of one table by how many rows of another
 * refer to them: customers without orders, members with fewer than two loans.
 */
#ifndef ASK_JOINS_RELATED_COUNTS_H
#define ASK_JOINS_RELATED_COUNTS_H

#include "ask/joins/apply.h"
#include "ask/joins/joined_view.h"

/* How the rows that are counted belong to those of the root. */
struct related_way {
    const struct join_edge *edge; /* between the root and what is counted */
    size_t root;                  /* of the schema */
    size_t counted;               /* the same: whose rows are counted */
    bool forward; /* the root leads there: at most one belongs to a row */
    struct join_view view; /* the counted rows, without what is of the root */
    size_t key;            /* of the view's columns: what leads to the root, or
                              what it leads to */
};

#define RELATED_MAX_WAYS 6

struct related_ways {
    struct related_way way[RELATED_MAX_WAYS];
    size_t n;
};

/*
 * related_ways_find - the ways in which rows of `counted` belong to those of
 * `root`.
 *
 * out      out     more ways, the nearest of these two tables; in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err related_ways_find(const struct join_graph *g, size_t root,
                                      size_t counted, struct arena *a,
                                      struct related_ways *out,
                                      struct error *e);

/* How many edges lie between the two. */
unsigned related_hops(const struct related_way *w);

/* Two specs, of the root's rows and of what is counted, and how they meet. */
struct related_specs {
    const struct related_way *way;
    struct query_spec *rows;
    const struct join_applied *applied; /* how its own columns come together */
    struct query_spec *counted;         /* conditions, bound over way->view */
    struct str name;                    /* what the count is called */
};

/* What of the rows, of both specs, comes from which tables. */
struct related_tables {
    bool fits; /* false: they are too many, or their names clash */
    size_t tables[SPEC_MAX_JOINS + 1]; /* of the schema, in the order of FROM */
    size_t n;
    const struct join_edge *edges[SPEC_MAX_JOINS]; /* in the order of
                                                      spec_join_figures() */
    size_t n_edges;
};

/*
 * related_apply - let the spec of the root's rows count those of another.
 *
 * in       s        s->rows gets one more join
 * out      out      tables and edges of both
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err related_apply(const struct related_specs *s,
                                  struct arena *a, struct related_tables *out,
                                  struct error *e);

#endif
