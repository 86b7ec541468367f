/* lesser_edges.h - of the edges that were found those that others say better. */
#ifndef ASK_JOINS_LESSER_EDGES_H
#define ASK_JOINS_LESSER_EDGES_H

#include "ask/joins/join_edges.h"

/*
 * lesser_edges_drop - order the edges of a graph and drop the lesser ones: that a column
 * leads to by its values where it leads elsewhere by its name, that return to who refers
 * to them, and of those between two tables the worse.
 *
 * in, out  g     its edges in any order, then by left, then by right
 * errors   ERR_LIMIT  `a` is full
 * cost     O(n log n) of n edges by their names
 */
MUST_CHECK enum err lesser_edges_drop(struct join_graph *g, struct arena *a,
                                      struct error *e);

#endif
