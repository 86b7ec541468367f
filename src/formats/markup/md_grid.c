#include "formats/markup/md_grid.h"

/* The end of a cell: the next bar that is none of its text. */
static size_t cell_end(struct str s, size_t at)
{
    for (; at < s.n && s.p[at] != '|'; at++)
        at += s.p[at] == '\\' && at + 1 < s.n;
    return at < s.n ? at : s.n;
}

/* Without what makes all of it bold, or code. */
static struct str without_marks(struct str s)
{
    static const char *const marks[] = {"**", "__", "`"};

    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        const struct str mark = str_from(marks[i]);
        const struct str in = str_slice(s, mark.n, s.n - mark.n);

        if (s.n > 2 * mark.n && str_starts(s, mark) && str_ends(s, mark) &&
            str_find(in, mark) == in.n)
            return str_trim(in);
    }
    return s;
}

/* Puts the cells of a line, and returns how many there are. */
static uint32_t put_cells(struct block_grid *g, struct str text, struct str row,
                          uint32_t most)
{
    const struct str s = str_trim(row);
    uint32_t column = 0;

    for (size_t at = s.n && s.p[0] == '|'; at < s.n && column < most;) {
        const size_t end = cell_end(s, at);
        const struct str cell = without_marks(str_trim(str_slice(s, at, end)));
        struct block_table_cell c = {.row = g->table.rows,
                                     .column = column,
                                     .last_column = column,
                                     .begin = (uint32_t)(cell.p - text.p)};

        c.end = c.begin + (uint32_t)cell.n;
        block_grid_put(g, &c);
        column++;
        at = end + 1;
    }
    return column;
}

void md_grid_begin(struct block_grid *g, struct str text, struct str row)
{
    const size_t before = g->cells.n;

    block_grid_begin(g, str_slice(text, 0, (size_t)(row.p - text.p)), 0);
    g->table.columns = put_cells(g, text, row, BLOCK_TABLE_MAX_COLUMNS + 1);
    g->table.header = BLOCK_HEADER_NONE; /* where all of its names are empty */
    if (g->cells.n > before)
        g->table.header_rows = g->table.rows = 1;
}

void md_grid_row(struct block_grid *g, struct str text, struct str row)
{
    const size_t before = g->cells.n;

    (void)put_cells(g, text, row, g->table.columns);
    g->table.rows += g->cells.n > before || g->cells.overflow;
}

void md_grid_end(struct block_grid *g)
{
    if (g->table.rows == g->table.header_rows)
        g->table.rows = 0; /* there is nothing below it */
    block_grid_end(g);
}
