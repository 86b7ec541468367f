/* apply_formula.h - the columns of a formula, for apply.c. Private to the module. */
#ifndef ASK_JOINS_APPLY_FORMULA_H
#define ASK_JOINS_APPLY_FORMULA_H

#include "ask/joins/joined_view.h"

/* Called with each column that a formula uses. */
typedef void formula_column_visit(void *context, struct str name);

/* Visit the columns of a formula that was checked. */
void join_formula_columns(struct str formula, formula_column_visit *visit,
                          void *context);

/*
 * join_formula_multiplied - does an aggregate add up columns of joined tables alone?
 *
 * Price times quantity is of each row, whoever keeps the price; the price alone would
 * count once for each row that leads to it.
 *
 * in       is_repeated  whether a node's row belongs to several rows of the view
 * returns  the first such column; table.n_columns: none
 */
size_t join_formula_multiplied(const struct join_view *v, struct str formula,
                               bool (*is_repeated)(const struct join_view *v,
                                                   size_t node));

#endif
