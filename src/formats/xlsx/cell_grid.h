/*
 * cell_grid.h - a sheet as a grid of filled and empty cells: rows and columns
 * of a part of it, groups of rows, and the empty columns between blocks.
 */
#ifndef FORMATS_XLSX_CELL_GRID_H
#define FORMATS_XLSX_CELL_GRID_H

#include "formats/xlsx/sheet.h"

struct grid {
    const struct sheet *s;
    const struct strings *strings;
    struct buf room;              /* of the row that was read last */
    const struct ref_range *mask; /* mask[mask_n]: cells that count as empty */
    size_t mask_n;
    const struct ref_range *merges; /* merges[merges_n] by their first row */
    size_t merges_n;
};

/* Rows [from, to) of sheet.rows, columns first to last. */
struct grid_area {
    size_t from, to;
    uint32_t first, last;
};

/* Rows of an area without an empty one between them; columns as wide as they
 * are filled. */
struct grid_group {
    struct grid_area area;
    uint32_t widest; /* most cells of a row */
    uint64_t cells;
};

/* Columns of an area, filled or next to each other. */
struct grid_part {
    uint32_t first, last;
};

/* `mask` and `merges` are set afterwards; grid_release() it. */
void grid_init(struct grid *g, const struct sheet *s,
               const struct strings *strings);

/* Give the memory back. */
void grid_release(struct grid *g);

/*
 * grid_row - the filled cells of row i of sheet.rows, in columns first to last.
 *
 * out      row  borrows the grid until the next call
 */
MUST_CHECK enum err grid_row(struct grid *g, size_t i, uint32_t first,
                             uint32_t last, struct tape_row *row,
                             struct error *e);

/*
 * grid_next_group - the first group of rows at or after area->from.
 *
 * in       area    area->from is moved past the group
 * out      group   no rows: there is none
 */
MUST_CHECK enum err grid_next_group(struct grid *g, struct grid_area *area,
                                    struct grid_group *group, struct error *e);

/*
 * grid_parts - the area's columns, parted where one is empty in all rows.
 * Rows of one cell do not count, unless there are no others: a title may be
 * anywhere over blocks.
 *
 * out      parts  lives in `a`; each reaches up to the next one's first column
 * cost     one row where nothing is empty, else all of them
 */
MUST_CHECK enum err grid_parts(struct grid *g, const struct grid_area *area,
                               struct arena *a, struct grid_part **parts,
                               size_t *n, struct error *e);

/* The first of `merges` that begins in this row of the sheet or below it. */
size_t grid_first_merge(const struct grid *g, uint32_t row);

/* The text of a cell; borrows the row or the strings. */
struct str grid_text(const struct grid *g, const struct tape_row *row,
                     const struct tape_cell *cell);

#endif
