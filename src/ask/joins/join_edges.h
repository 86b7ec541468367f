/*
 * join_edges.h - foreign keys: which column of one table refers to the rows of
 * another.
 *
 * An edge looks up: many rows on its left, at most one on its right. It is
 * found by names and types and by what the profiles say; whether it holds is
 * measured on the data before it is used (answer/joined_tables.h).
 */
#ifndef ASK_JOINS_JOIN_EDGES_H
#define ASK_JOINS_JOIN_EDGES_H

#include "ask/joins/key_name.h"
#include "ask/link/table_schema.h"
#include "ask/spec/spec_join.h"

/* What is known of the rows of an edge. */
enum join_state {
    JOIN_GUESSED, /* by names, types and counts */
    JOIN_HOLDS, /* measured, or checked by a server: one row each, and most are
                     found */
    JOIN_FAILS, /* measured: it would multiply rows, or finds hardly any */
};

/* A further column of a key of several, and what equals it. */
struct join_pair {
    const struct schema_column *left;
    const struct schema_column *right;
};

#define JOIN_MAX_PAIRS SPEC_MAX_PAIRS

struct join_edge {
    size_t left; /* tables of the schema */
    size_t right;
    const struct schema_column *left_column;
    const struct schema_column *right_column;
    const struct join_pair *also; /* also[n_also]: of a key of several columns
                                     those that tell less */
    size_t n_also;
    struct words role; /* of billing_customer_id: billing; or none */
    double score;      /* how well the names agree, in (0,1] */
    enum join_state state;
    bool label_twice; /* measured: two rows are called the same */
    uint64_t unfound; /* measured: rows on the left whose key is not there */
};

/* The score of an edge that values alone say; names say better ones. */
#define JOIN_SCORE_VALUES 0.6

struct join_graph {
    const struct ask_schema *schema;
    struct join_edge *edges; /* edges[n], by left, then by right */
    size_t n;
    struct words *nouns; /* nouns[schema->n_tables]: what a row is called */
    const struct schema_column **labels; /* the same: by what rows are called;
                                            NULL: by nothing but a key */
};

/* The columns of an edge, pair by pair: the first, then those of `also`. */
static inline struct join_pair join_edge_pair(const struct join_edge *x,
                                              size_t i)
{
    return i ? x->also[i - 1]
             : (struct join_pair){x->left_column, x->right_column};
}

/* Is a column one of those that lead there? One of those that are led to? */
bool join_edge_has_left(const struct join_edge *x,
                        const struct schema_column *c);
bool join_edge_has_right(const struct join_edge *x,
                         const struct schema_column *c);

/* Has each row another value there, and may the column be a key? */
bool join_is_unique(const struct schema_column *c);

/*
 * join_graph_find - the edges between the tables of a schema.
 *
 * out      g     lives in `a`, borrows the schema; states may be set by whoever
 *                measures
 * errors   ERR_LIMIT  `a` is full
 * cost     O(columns * unique columns that share a word)
 */
MUST_CHECK enum err join_graph_find(const struct ask_schema *s, struct arena *a,
                                    struct join_graph *g, struct error *e);

#endif
