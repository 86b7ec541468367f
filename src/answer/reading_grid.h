/*
 * reading_grid.h - loads all rows of a table as a grid for candidate readings.
 */
#ifndef ANSWER_READING_GRID_H
#define ANSWER_READING_GRID_H

#include "answer/answer.h"
#include "ask/candidates/grid.h"

/*
 * reading_grid - read it.
 *
 * out      small   false: it has too many rows for a grid, and there is none
 *          g       lives in `a`; with `small`, grid_release() it
 * errors   of table_read_rows(), but for too much text: that is not small
 */
MUST_CHECK enum err reading_grid(struct tables *t,
                                 const struct answer_source *source,
                                 struct arena *a, struct grid *g, bool *small,
                                 struct error *e);

#endif
