#include "formats/markup/html_grid.h"

#include <string.h>

void html_grid_init(struct html_grid *g)
{
    *g = (struct html_grid){0};
    block_grid_init(&g->tables);
}

void html_grid_release(struct html_grid *g)
{
    block_grid_release(&g->tables);
}

void html_grid_begin(struct html_grid *g, struct str before, size_t source)
{
    block_grid_begin(&g->tables, before, 0);
    g->tables.table.source = source;
    g->named = g->headed = g->lines = 0;
    g->is_header = true;
    html_grid_group(g, false);
}

void html_grid_group(struct html_grid *g, bool is_head)
{
    g->is_head = is_head;
    memset(g->span, 0, sizeof(g->span));
}

void html_grid_begin_row(struct html_grid *g)
{
    g->row.in_head = g->is_head;
    g->row.column = g->row.starts = 0;
    g->row.n = g->row.filled = g->row.headers = 0;
    g->row.starts_with_header = g->row.is_cut = false;
}

static void put(struct html_grid_row *r, const struct block_table_cell *c)
{
    if (r->n < COUNT_OF(r->cell))
        r->cell[r->n++] = *c;
}

/* The cells from above that are here. */
static void put_spans(struct html_grid *g)
{
    struct html_grid_row *r = &g->row;

    while (r->column < COUNT_OF(g->span) && g->span[r->column].rows > 0) {
        struct html_span *s = &g->span[r->column];

        s->rows--;
        put(r, &s->cell);
        r->column = s->cell.last_column + 1;
    }
}

/* The last column of a cell: before the next that one from above is in. */
static uint32_t last_column(const struct html_grid *g, uint32_t first,
                            uint32_t columns)
{
    uint32_t last = first;

    while (last + 1 < first + columns && last + 1 < COUNT_OF(g->span) &&
           g->span[last + 1].rows == 0)
        last++;
    return last;
}

void html_grid_cell(struct html_grid *g, const struct html_node *node,
                    struct block_table_cell c, bool is_header)
{
    struct html_grid_row *r = &g->row;
    const bool has_text = c.end > c.begin;

    put_spans(g);
    if (r->column >= COUNT_OF(g->span)) {
        r->is_cut = true;
        return;
    }
    c.column = r->column;
    c.last_column = last_column(g, c.column, node->columns);
    r->starts_with_header |= is_header && c.column == 0;
    r->filled += has_text;
    r->headers += has_text && is_header;
    r->column = c.last_column + 1;
    r->starts = c.column + 1;
    put(r, &c);
    if (node->rows != 1)
        g->span[c.column] = (struct html_span){
            .rows = node->rows == 0 ? HTML_MAX_SPAN : node->rows - 1U,
            .cell = c};
}

/* Is the row one of the header? A title above it is, too; a line over all columns below
 * it is not. */
static void count_header(struct html_grid *g)
{
    const struct html_grid_row *r = &g->row;
    const bool is_line = r->n == 1;
    const bool is_title = is_line && g->named == 0;
    const bool has_names = r->headers == r->filled && !is_line &&
                           (r->filled > 1 || !r->starts_with_header);

    g->headed += r->starts_with_header && !is_line;
    g->lines += is_line;
    g->is_header &= r->in_head || is_title || has_names;
    if (!g->is_header)
        return;
    g->named += !is_title;
    g->tables.table.header_rows++;
}

void html_grid_end_row(struct html_grid *g)
{
    struct block_table *t = &g->tables.table;
    struct html_grid_row *r = &g->row;

    put_spans(g);
    while (r->column < COUNT_OF(g->span) && r->column < t->columns) {
        r->column++; /* what lies right of the last cell of the row */
        put_spans(g);
    }
    if (r->filled == 0)
        return;
    if (t->columns < r->starts)
        t->columns = r->starts;
    if (r->is_cut)
        t->columns = BLOCK_TABLE_MAX_COLUMNS + 1;
    for (uint32_t i = 0; i < r->n; i++) {
        r->cell[i].row = t->rows;
        block_grid_put(&g->tables, &r->cell[i]);
    }
    count_header(g);
    t->rows++;
}

/* Where the columns are that a cell with text begins in: the others are for layout, and
 * colspan="100" is all that there are. */
static uint32_t find_columns(const struct html_grid *g,
                             uint32_t to[BLOCK_TABLE_MAX_COLUMNS])
{
    const struct block_table *t = &g->tables.table;
    const struct block_table_cell *c = (const void *)g->tables.cells.p;
    const size_t n = g->tables.cells.n / sizeof(*c);
    bool has_text[BLOCK_TABLE_MAX_COLUMNS] = {false};
    uint32_t columns = 0;

    for (size_t i = t->first; i < n; i++)
        has_text[c[i].column] = true;
    for (uint32_t i = 0; i < COUNT_OF(has_text); i++) {
        columns += has_text[i];
        to[i] = columns ? columns - 1 : 0; /* of an empty one, that before it */
    }
    return columns;
}

static void move_columns(struct html_grid *g)
{
    struct block_table *t = &g->tables.table;
    struct block_table_cell *c = (void *)g->tables.cells.p;
    const size_t n = g->tables.cells.n / sizeof(*c);
    uint32_t to[BLOCK_TABLE_MAX_COLUMNS];

    if (t->columns > BLOCK_TABLE_MAX_COLUMNS || g->tables.cells.overflow)
        return;
    t->columns = find_columns(g, to);
    for (size_t i = t->first; i < n; i++) {
        c[i].column = to[c[i].column];
        c[i].last_column = to[c[i].last_column];
    }
}

void html_grid_end(struct html_grid *g)
{
    struct block_table *t = &g->tables.table;

    if (g->named == 0 || t->header_rows == t->rows)
        t->header_rows = 0;
    if (t->header_rows == 0)
        t->header = g->headed > 0 && g->headed + g->lines == t->rows
                        ? BLOCK_HEADER_NONE
                        : BLOCK_HEADER_UNMARKED;
    move_columns(g);
    block_grid_end(&g->tables);
}
