/*
 * crosstab.h - tables whose rows are named in their first column and whose figures stand
 * below periods or kinds, as in statements and schedules:
 *
 *                      Year ended 31 May           level of the header
 *     (in millions)    2019       2018             level of the header, with the unit
 *     Revenue:                                     section: a row without figures
 *     Licences         $ 1,855    $ 1,790          row
 *     Services         (12.5)     3.1
 *
 * Such a table is one long list of cells, each with the words of its row, of the sections
 * above and of its column. Levels of the header that reading left among the rows are
 * found here, so that figures need no type.
 */
#ifndef ASK_CROSSTAB_CROSSTAB_H
#define ASK_CROSSTAB_CROSSTAB_H

#include "ask/candidates/grid.h"

#define CROSSTAB_MAX_ROWS    200
#define CROSSTAB_MAX_COLUMNS 24

/* What a row, a section or a column is called. */
struct crosstab_label {
    struct str text;
    const uint32_t *word; /* word[n], lexemes */
    uint32_t n;
    uint32_t n_outside; /* of them before the first parenthesis */
};

struct crosstab_row {
    struct crosstab_label label;
    const struct crosstab_label *section; /* NULL: none is above */
    uint32_t number;                      /* in the table, from 1 */
    bool is_repeated;                     /* another row has the same label */
};

struct crosstab_column {
    struct crosstab_label label;
    struct str name; /* of the table's column */
    bool is_text;    /* its cells are texts of figures */
    uint32_t year;   /* 0: none, or several */
};

struct crosstab {
    struct lexemes *words;       /* of the grid */
    struct str labels;           /* the column of the labels */
    struct crosstab_label title; /* what that column is called: of all cells */
    struct crosstab_row *row;
    size_t n_rows;
    struct crosstab_column column[CROSSTAB_MAX_COLUMNS];
    size_t n_columns;
    double *value;  /* value[row * n_columns + column]; NAN: no figure */
    bool *is_share; /* the same: it is per cent, as written */
    struct crosstab_label
        unit; /* "(in millions)", as its header says it; empty: it does not */
};

/*
 * crosstab_read - a grid as such a table.
 *
 * out      out  in `a`, borrows `g`
 *          is   false: it is another kind of table, and *out is not set
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err crosstab_read(const struct grid *g, struct arena *a,
                                  struct crosstab *out, bool *is,
                                  struct error *e);

/* The figure that a cell says: "$ (1,234.5)" is -1234.5, "8 %" is 8; NAN: none. */
double crosstab_figure(struct str cell, bool *is_share);

/* The figure of a cell; NAN: none. */
static inline double crosstab_value(const struct crosstab *t, size_t row,
                                    size_t column)
{
    return t->value[row * t->n_columns + column];
}

#endif
