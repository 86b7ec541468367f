/* text_grid.h - prints rows and columns, aligned. */
#ifndef CLI_TERM_TEXT_GRID_H
#define CLI_TERM_TEXT_GRID_H

#include "base/arena.h"
#include "cli/term/bar.h"
#include "cli/term/style.h"

struct grid_column {
    struct str title;
    bool right; /* numbers align at their ends */
};

/* A column of bars after the others, one per row. */
struct grid_bars {
    const double *values; /* values[rows]; NULL: no bars */
};

struct grid {
    const struct grid_column *columns; /* columns[n] */
    size_t n;
    const struct str *cells; /* cells[rows * n], row by row; p == NULL is a
                                null; any bytes */
    size_t rows;
    struct grid_bars bars;
};

/*
 * grid_put - append the grid: titles, a rule, the rows.
 *
 * in       g      cells are made safe to print here
 *          style  width 0 cuts nothing; else the widest columns are cut with
 *                 an ellipsis until a row fits
 * errors   ERR_LIMIT  `a` is full
 * cost     O(cells)
 */
MUST_CHECK enum err grid_put(struct buf *out, const struct grid *g,
                             const struct term_style *style, struct arena *a,
                             struct error *e);

#endif
