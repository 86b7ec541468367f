/*
 * recall.h - looks up, in columns with too many values to scan for each
 * question, those that the question may mean. They become the column's values,
 * and linking goes on as with any other column.
 */
#ifndef ASK_LINK_RECALL_H
#define ASK_LINK_RECALL_H

#include "ask/link/table_schema.h"

/*
 * schema_recall - look up the words in the dictionaries of all columns that
 * have one.
 *
 * A value is taken when it is a run of the words or holds one that may be a
 * part (link.h), or when it is that but for slips of words that no value has.
 *
 * in       w   all that is asked
 * out      s   values, keys and `recalled` of these columns; in `a`
 * errors   ERR_INTERNAL  a dictionary is damaged; that column has no values
 *          ERR_LIMIT     `a` is full
 * cost     0.1 ms a column of 1,000,000 values; 0.5 ms more for each word that
 *          it does not have
 */
MUST_CHECK enum err schema_recall(struct ask_schema *s, const struct words *w,
                                  struct arena *a, struct error *e);

/*
 * schema_find_value - does a column have this value?
 *
 * out      out   as it is in the data: exactly so, or else in another case; in
 *                `a` or borrows the column; empty: it has not
 * returns  ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err schema_find_value(const struct schema_column *c,
                                      struct str value, struct arena *a,
                                      struct str *out, struct error *e);

/* Are all values known that occur, read or in a dictionary? */
bool schema_knows_all(const struct schema_column *c);

#endif
