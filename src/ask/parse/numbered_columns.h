/*
 * numbered_columns.h - columns of one figure that a number, a year or a month tells apart:
 * wk1, wk2, wk3; Q1 to Q4; 2019 to 2023; Jan, Feb, Mar. Private to the module.
 */
#ifndef ASK_PARSE_NUMBERED_COLUMNS_H
#define ASK_PARSE_NUMBERED_COLUMNS_H

#include "ask/parse/meaning.h"

#define NUMBERED_MIN 3  /* fewer are no series */
#define NUMBERED_MAX 12 /* that are put together */

/*
 * numbered_columns_series - the first series of the table's own columns, in their order.
 *
 * out      list   list[NUMBERED_MAX]
 * returns  how many; 0: there is none, or it has more
 */
size_t numbered_columns_series(const struct meanings *m, uint16_t *list);

/* Columns that a word and a number say: "week 5" of wk5. Before all other meanings at a
 * word, since each column of the series is one by the word alone. */
void meanings_by_number(struct meanings *m, size_t at);

/* The same by a place in their order, "second quarter" of Q2; after the ordinals. */
void meanings_by_ordinal(struct meanings *m, size_t at);

/* Is a column meant by the word of a series alone where the question has the number of
 * another: "pop of Skye in 2011" means no Pop. 2016? */
bool numbered_columns_is_other(const struct meanings *m,
                               const struct meaning *x);

#endif
