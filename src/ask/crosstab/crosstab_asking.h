/* crosstab_asking.h - a question over a crosstab while it is read. Private to the module. */
#ifndef ASK_CROSSTAB_CROSSTAB_ASKING_H
#define ASK_CROSSTAB_CROSSTAB_ASKING_H

#include "ask/crosstab/crosstab_ask.h"

#define CROSSTAB_BIT(i) (UINT64_C(1) << (i))

struct crosstab_asking {
    const struct crosstab *t;
    struct crosstab_question q;
    struct crosstab_hits h;
    struct crosstab_reading *out;
    size_t column[CROSSTAB_MAX_COLUMNS]; /* that are asked for */
    size_t n_columns;
    size_t n_years; /* that are said and stand above columns */
    bool is_ranged; /* those between two are meant, too */
    uint64_t used;  /* words that labels of the cells have */
};

/* The first operation of a kind that no label of the cells says; NULL: none. */
const struct question_word *crosstab_operation_of(
    const struct crosstab_asking *x, enum concept_kind kind);

/* Is there one? */
bool crosstab_has(const struct crosstab_asking *x, enum concept_kind kind);

/* Is the sum, or the average, asked for? */
bool crosstab_has_aggregate(const struct crosstab_asking *x, int agg);

/* Is it about a part of a whole, or per cent of a change? */
bool crosstab_says_share(const struct crosstab_asking *x);

/* What bounds the figures that are asked for, "more than", and the word of its number;
 * NULL: nothing does. */
const struct question_word *crosstab_limit_of(const struct crosstab_asking *x,
                                              size_t *number);

/* Does it ask which one, or how many, of the cells? */
bool crosstab_compares(const struct crosstab_asking *x);

/* "which years does it show": no figure is asked for. */
bool crosstab_asks_years(const struct crosstab_asking *x);

/* Does it compute with several cells? */
bool crosstab_asks_several(const struct crosstab_asking *x);

/* Are the years between two meant as well, words `first` and `last`? They are where
 * something is computed of all, and nothing between the words says that they are two. */
bool crosstab_is_range(const struct crosstab_asking *x, size_t first,
                       size_t last);

/* Exchange two cells of a reading. */
void crosstab_swap(struct crosstab_reading *r, size_t i, size_t k);

/* Which columns are asked for; none: no word says it. */
void crosstab_find_columns(struct crosstab_asking *x);

/* "which segment had the largest X": all rows of a column but those that sum them up;
 * false: it is not asked. */
bool crosstab_find_compared_rows(struct crosstab_asking *x);

/* One row in all columns, or several in one; false: there is none. */
bool crosstab_find_cells(struct crosstab_asking *x);

#endif
