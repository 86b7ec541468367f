/* crosstab_ask.h - what a question asks of a crosstab: cells, and what is computed of them. */
#ifndef ASK_CROSSTAB_CROSSTAB_ASK_H
#define ASK_CROSSTAB_CROSSTAB_ASK_H

#include "ask/crosstab/crosstab_match.h"

#define CROSSTAB_MAX_OPERANDS 40

enum crosstab_operation {
    CROSSTAB_NOTHING,    /* it asks nothing of this table */
    CROSSTAB_LOOKUP,     /* the cells themselves */
    CROSSTAB_CHANGE,     /* the second less the first */
    CROSSTAB_PERCENT,    /* the same, per cent of the first */
    CROSSTAB_DIFFERENCE, /* the first less the second */
    CROSSTAB_RATIO,
    CROSSTAB_SHARE, /* the first, per cent of the second */
    CROSSTAB_SUM,
    CROSSTAB_AVERAGE,
    CROSSTAB_MOST, /* which of them is the largest */
    CROSSTAB_LEAST,
    CROSSTAB_OVER, /* which are more than `limit` */
    CROSSTAB_UNDER,
    CROSSTAB_COUNT_OVER, /* how many */
    CROSSTAB_COUNT_UNDER,
    CROSSTAB_LIST /* which columns there are */
};

/* What tells how sure it is. */
enum crosstab_fact {
    FACT_LEFT,    /* of what the words tell, the part that no label has */
    FACT_MISSING, /* of what the row's label tells, the part that was not said */
    FACT_MARGIN,  /* how much better than the next row it fits, 1: much */
    CROSSTAB_FACTS
};

struct crosstab_cell {
    size_t row, column;
};

struct crosstab_reading {
    enum crosstab_operation operation;
    struct crosstab_cell cell[CROSSTAB_MAX_OPERANDS];
    size_t n;
    bool by_row; /* the cells are of one column, and differ by their rows */
    double limit;
    double fact[CROSSTAB_FACTS];
};

/*
 * crosstab_ask - the likeliest reading.
 *
 * out      out  operation CROSSTAB_NOTHING: there is none
 * errors   ERR_LIMIT  `a` is full
 * cost     O(words * cells)
 */
MUST_CHECK enum err crosstab_ask(const struct crosstab *t, struct str question,
                                 struct arena *a, struct crosstab_reading *out,
                                 struct error *e);

/* How often such a reading is right, 0 to 1. */
double crosstab_confidence(const struct crosstab_reading *r);

/*
 * crosstab_sql - the SELECT of a reading over the table of that name: first the cells,
 * then what is computed of them.
 */
MUST_CHECK enum err crosstab_sql(const struct crosstab *t, struct str table,
                                 const struct crosstab_reading *r,
                                 struct arena *a, struct str *out,
                                 struct error *e);

#endif
