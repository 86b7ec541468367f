/*
 * cells.h - maps rows and columns of a table to the cells of its sheet, which
 * prove a figure of a workbook. Of a table of a PDF it is known which it is of
 * which page; other formats have none.
 *
 * As members of an object, made here for every answer:
 *
 *     "sheet": "Budget", "range": "Budget!A8:C20", "cells": ["C9:C14", "C16:C20"]
 *
 * `range` is the table with its header. `cells` are those of the rows and columns
 * at hand, the first 20 blocks of them: rows that others part, and columns that
 * are not beside each other, are several. Of a PDF `range` is "page=57&table=2",
 * without sheet and cells.
 *
 * A table of several pages has a part on each. A pointer to rows names the page of the
 * first one and counts from the first of that page, on to the next: of a table whose
 * second page begins at row 41, "page=58&table=1&rows=1-1" is row 41.
 */
#ifndef TABLES_CELLS_H
#define TABLES_CELLS_H

#include "base/json.h"

#define TABLE_CELLS_LISTED 20u

struct table_cells {
    struct str sheet;
    struct str range; /* with the sheet's name; of a PDF what a pointer has */
    const struct json *fidelity;
    uint64_t rows; /* of the table */
};

/* What of the table is at hand. */
struct cells_part {
    uint64_t first, last; /* rows, from 1; last 0: all */
    bool (*uses)(const void *ctx, struct str column); /* of none: of all */
    const void *ctx;
};

/*
 * table_cells_find - where the table is.
 *
 * in       map  with a table at its top, or one of its `tables`; NULL: none
 * out      out  borrows the tree
 * returns  false: it is not of a workbook or PDF
 */
bool table_cells_find(const struct json *map, struct table_cells *out);

/* What follows the '#' of a pointer to rows of a table of a PDF, all of them
 * where the part has none; of another nothing. */
void table_cells_part(const struct table_cells *c,
                      const struct cells_part *part, struct buf *out);

/*
 * table_cells_on_page - the table of which a page has a part that is not its first.
 *
 * in       map    with its `tables`
 *          table  its number on the page
 * out      name   of the table; borrows the tree
 *          row    of it, the first that is on the page
 * returns  false: no table goes on there
 */
bool table_cells_on_page(const struct json *map, uint64_t page, uint64_t table,
                         struct str *name, uint64_t *row);

/* The three members. */
void table_cells_write(const struct table_cells *c,
                       const struct cells_part *part, struct jsonw *w);

/* "Budget!C9:C14, C16:C20, ...": the first of the cells, for people. */
void table_cells_say(const struct table_cells *c, const struct cells_part *part,
                     struct buf *out);

#endif
