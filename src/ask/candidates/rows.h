/* rows.h - a bit set of the rows of a small table. */
#ifndef ASK_CANDIDATES_ROWS_H
#define ASK_CANDIDATES_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ROWS_MAX   4096
#define ROWS_WORDS (ROWS_MAX / 64)
#define ROWS_NONE  UINT32_MAX

struct rows {
    uint64_t bit[ROWS_WORDS];
    uint32_t n; /* rows in the set */
};

/* The first row at or after `from`; ROWS_NONE when there is none. To meet all:
 * for (row = rows_from(r, 0); row != ROWS_NONE; row = rows_from(r, row + 1)) */
uint32_t rows_from(const struct rows *r, uint32_t from);

/* The last row; ROWS_NONE of an empty set. */
uint32_t rows_last(const struct rows *r);

/* The n-th row, from 0; ROWS_NONE when there are fewer. */
uint32_t rows_nth(const struct rows *r, uint32_t n);

/* Rows from ROWS_MAX on are in none. */
bool rows_has(const struct rows *r, uint32_t row);

/* Add a row that is not in the set yet. */
void rows_add(struct rows *r, uint32_t row);

/* All rows of [from, to). */
struct rows rows_range(uint32_t from, uint32_t to);

/* The rows in both. */
struct rows rows_and(const struct rows *a, const struct rows *b);
/* The rows in either. */
struct rows rows_or(const struct rows *a, const struct rows *b);

/* The rows of `a` that `b` has not. */
struct rows rows_without(const struct rows *a, const struct rows *b);

/* The same rows? */
bool rows_equal(const struct rows *a, const struct rows *b);

#endif
