/*
 * joined_view.h - one table with the columns of the tables that it refers to:
 * orders, each with the city of its customer. Linking and binding see a view as
 * a table; join_apply() writes the joins into the spec.
 */
#ifndef ASK_JOINS_JOINED_VIEW_H
#define ASK_JOINS_JOINED_VIEW_H

#include "ask/joins/join_edges.h"

#define JOIN_MAX_HOPS  4
#define JOIN_MAX_NODES 32

/* A table of a view; the first is the one whose rows are asked about. */
struct join_node {
    size_t table;  /* of the schema */
    size_t parent; /* of the nodes; of the first: itself */
    unsigned hops;
    const struct join_edge *edge; /* from the parent; of the first: NULL */
    const struct words
        *path;       /* tells it from another node of the same table, in the
                                 graph: views are copied; NULL: nothing does */
    struct str name; /* "customers", or "orders.billing_id" of several */
    bool twice;      /* there is another node of the same table */
};

struct join_view {
    const struct join_graph *graph;
    struct schema_table table;
    struct join_node nodes[JOIN_MAX_NODES];
    size_t n_nodes;
    size_t *node; /* node[table.n_columns], whose the column is */
    const struct schema_column **origin; /* the same: the column itself */
};

/*
 * join_view_make - the rows of a table with all that joins can bring.
 *
 * Columns keep their names where no other has the same; else they are called
 * "customers.name", and "name (orders.billing_id)" where a table comes twice. A
 * table that is nearer wins over the same farther away; at the same distance
 * both are there, and a question that tells them not apart needs clarification.
 *
 * in       root  of the schema
 * out      v     lives in `a`, borrows the graph and its schema; n_nodes == 1:
 *                the table leads nowhere
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err join_view_make(const struct join_graph *g, size_t root,
                                   struct arena *a, struct join_view *v,
                                   struct error *e);

/* What a table is called where others are, too: without its file's ending. */
struct str join_table_name(const struct schema_table *t);

/*
 * join_view_begin - the view without a column, with room in `a` for all of them.
 *
 * out      out     borrows what else `v` has
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err join_view_begin(const struct join_view *v, struct arena *a,
                                    struct join_view *out, struct error *e);

/* Column `i` of `v` is the next one of a view that was begun of it. */
void join_view_take(const struct join_view *v, size_t i, struct join_view *out);

/* The index of a column of the view by its name; table.n_columns: none. */
size_t join_view_find(const struct join_view *v, struct str name);

/* Which column of the view is `origin` of a node; table.n_columns: none. */
size_t join_view_column(const struct join_view *v, size_t node,
                        const struct schema_column *origin);

#endif
