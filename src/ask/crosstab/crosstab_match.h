/* crosstab_match.h - rows and columns by the words of a question. Private to the module. */
#ifndef ASK_CROSSTAB_CROSSTAB_MATCH_H
#define ASK_CROSSTAB_CROSSTAB_MATCH_H

#include "ask/crosstab/crosstab_question.h"

#define CROSSTAB_MAX_CELLS 12 /* of one answer */

/* Which words of the question are in which labels; bit i is word i. */
struct crosstab_hits {
    uint64_t row[CROSSTAB_MAX_ROWS];
    uint64_t section[CROSSTAB_MAX_ROWS]; /* of the row's */
    uint64_t column[CROSSTAB_MAX_COLUMNS];
    uint64_t title; /* of all of them */
    uint64_t told;  /* words that tell one row from another */
    double row_missing[CROSSTAB_MAX_ROWS]; /* what the label says besides */
    double section_missing[CROSSTAB_MAX_ROWS];
    double column_missing[CROSSTAB_MAX_COLUMNS];
};

/* Compare all words with all labels. */
void crosstab_hits_find(const struct crosstab *t,
                        const struct crosstab_question *q,
                        struct crosstab_hits *out);

/* What words tell together. */
double crosstab_hits_weight(const struct crosstab_question *q, uint64_t words);

/* How well a cell fits the words of the mask. */
double crosstab_fit(const struct crosstab_question *q,
                    const struct crosstab_hits *h, size_t row, size_t column,
                    uint64_t mask);

/* Rows that a question names, in the order in which it does. */
struct crosstab_rows {
    size_t row[CROSSTAB_MAX_CELLS];
    size_t n;
    double fit;    /* of all of them */
    double second; /* of the best other first row */
};

/*
 * crosstab_rows_find - the row that fits best in a column, and those that are named
 * beside it.
 *
 * in       max   rows, 1 to CROSSTAB_MAX_CELLS
 */
void crosstab_rows_find(const struct crosstab *t,
                        const struct crosstab_question *q,
                        const struct crosstab_hits *h, size_t column,
                        size_t max, struct crosstab_rows *out);

#endif
