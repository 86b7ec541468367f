/*
 * prune.h - selects, of many tables, those that a question may be about, for the rules
 * and for the parser.
 */
#ifndef ASK_JOINS_PRUNE_H
#define ASK_JOINS_PRUNE_H

#include "ask/link/table_schema.h"

/* Tables, and views of joined tables, that are read in full. */
#define PRUNE_TABLES 32
#define PRUNE_VIEWS  16

struct pruned {
    bool *table; /* table[n_tables]: is read */
    bool *view;  /* the same: is read with what it leads to */
};

/*
 * prune_tables - those that know the most words of the question.
 *
 * Up to PRUNE_TABLES tables are all read. Which words a table knows is found
 * without reading it (ask/link/word_filter.h); of equals, the first ones are
 * taken.
 *
 * out      out   in `a`
 * errors   ERR_LIMIT  `a` is full
 * cost     O(words * columns + edges)
 */
MUST_CHECK enum err prune_tables(const struct ask_schema *s,
                                 const struct words *w, struct arena *a,
                                 struct pruned *out, struct error *e);

#endif
