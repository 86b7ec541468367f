/*
 * declared_keys.h - foreign keys that a database declares, as edges. Private to the
 * module.
 */
#ifndef ASK_JOINS_DECLARED_KEYS_H
#define ASK_JOINS_DECLARED_KEYS_H

#include "ask/joins/join_edges.h"

#define SCORE_DECLARED 1.0

/*
 * declared_edges_find - the edges of all keys whose tables and columns are in the
 * schema.
 *
 * The column of a key of several that leads is the one with the most values.
 *
 * in       g      with its nouns
 * out      edges  edges[0..n), at most `cap`; their pairs in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err declared_edges_find(const struct join_graph *g,
                                        struct arena *a,
                                        struct join_edge *edges, size_t cap,
                                        size_t *n, struct error *e);

#endif
