/* table_weights.h - ranker weights that were trained without one fold. */
#ifndef ANSWER_EVALUATE_TABLE_WEIGHTS_H
#define ANSWER_EVALUATE_TABLE_WEIGHTS_H

#include "base/arena.h"
#include "base/str.h"

struct ranker;

/*
 * table_weights_read - DIR/fold-N.txt, as train_ranker --folds writes them.
 *
 * owns     the caller; table_weights_free() it
 * returns  NULL on error, with *e filled: those of reading a file, and of
 *          ranker_read()
 */
MUST_CHECK struct ranker *table_weights_read(struct str dir, unsigned fold,
                                             struct arena *a, struct error *e);

/* NULL is allowed. */
void table_weights_free(struct ranker *r);

#endif
