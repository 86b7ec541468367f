/*
 * block_grid.h - collects the tables of a document (block_table.h) cell by cell.
 *
 * A table that is too large keeps no cells, so that it takes no room of the others.
 */
#ifndef FORMATS_MARKUP_BLOCK_GRID_H
#define FORMATS_MARKUP_BLOCK_GRID_H

#include "base/buf.h"
#include "formats/markup/block_table.h"

struct block_grid {
    struct buf cells;         /* of struct block_table_cell, of all tables */
    struct buf found;         /* of struct block_table */
    struct block_table table; /* that is open */
    uint32_t left_out;        /* that are too large, or too many */
};

/* None yet. */
void block_grid_init(struct block_grid *g);

/* Free what it holds; in every case. */
void block_grid_release(struct block_grid *g);

/* A table: on a page from 1, or of a document without pages (0). The last line of the
 * text before it is its caption: it may say the unit. */
void block_grid_begin(struct block_grid *g, struct str before, uint32_t page);

/* A cell of the table that is open. It needs no room in `rows` or `columns`, which the
 * caller counts; an empty one is left out. */
void block_grid_put(struct block_grid *g, const struct block_table_cell *c);

/* The end of the table that is open. What has one row or column is for layout, and is
 * dropped. */
void block_grid_end(struct block_grid *g);

/*
 * block_grid_take - the tables that another has collected, behind its own; that one has
 * none then.
 *
 * in       at    where the text of the other begins in the text of this one
 *          page  that they are on
 */
void block_grid_take(struct block_grid *g, struct block_grid *from, uint32_t at,
                     uint32_t page);

/*
 * block_grid_keep - all tables.
 *
 * out      out   lives in `a`; its text is the caller's to set
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err block_grid_keep(struct block_grid *g, struct arena *a,
                                    struct block_tables *out, struct error *e);

/*
 * block_tables_cell - what a cell says: its text without what keeps bars from ending it.
 *
 * out      out   borrows the text of the tables, or lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err block_tables_cell(const struct block_tables *t,
                                      const struct block_table_cell *c,
                                      struct arena *a, struct str *out,
                                      struct error *e);

#endif
