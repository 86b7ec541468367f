/* table_invariants.h - what block_table.h promises of the tables of any document,
 * checked. */
#ifndef FORMATS_MARKUP_TABLE_INVARIANTS_H
#define FORMATS_MARKUP_TABLE_INVARIANTS_H

#include "clean_invariants.h"

/* In the order of rows and columns, and in the table. */
static inline const char *broken_cells(const struct block_tables *all,
                                       const struct block_table *t)
{
    const struct block_table_cell *c = all->cell + t->first;

    for (uint32_t i = 0; i < t->n_cells; i++) {
        BREAKS(c[i].row >= t->rows || c[i].column > c[i].last_column);
        BREAKS(c[i].last_column >= t->columns || c[i].begin >= c[i].end);
        BREAKS(c[i].end > all->text.n);
        BREAKS(i > 0 && c[i].row == c[i - 1].row &&
               c[i].column <= c[i - 1].last_column);
        BREAKS(i > 0 && c[i].row < c[i - 1].row);
    }
    return NULL;
}

static inline const char *broken_table(const struct block_tables *all,
                                       const struct block_table *t)
{
    BREAKS(t->rows < 2 || t->rows > BLOCK_TABLE_MAX_ROWS);
    BREAKS(t->columns < 2 || t->columns > BLOCK_TABLE_MAX_COLUMNS);
    BREAKS(t->rows * t->columns > BLOCK_TABLE_MAX_BOXES);
    BREAKS(t->header_rows >= t->rows || t->title > t->title_end);
    BREAKS(t->title_end > all->text.n || t->end > all->text.n);
    return broken_cells(all, t);
}

static inline const char *broken_tables(const struct block_tables *all)
{
    const char *broken = NULL;

    for (uint32_t i = 0; i < all->n && !broken; i++)
        broken = broken_table(all, &all->table[i]);
    return broken;
}

#endif
