#include "formats/markup/block_grid.h"

#include <string.h>

#define CELLS_BYTES ((size_t)64 << 20)

void block_grid_init(struct block_grid *g)
{
    *g = (struct block_grid){0};
    buf_init(&g->cells, CELLS_BYTES);
    buf_init(&g->found, BLOCK_TABLES_MAX * sizeof(struct block_table));
}

void block_grid_release(struct block_grid *g)
{
    buf_release(&g->cells);
    buf_release(&g->found);
}

/* The last line that has text. */
static void find_caption(struct str before, struct block_table *t)
{
    size_t begin;

    while (before.n > 0 && before.p[before.n - 1] == '\n')
        before.n--;
    for (begin = before.n; begin > 0 && before.p[begin - 1] != '\n'; begin--)
        continue;
    t->caption = (uint32_t)begin;
    t->caption_end = (uint32_t)before.n;
}

void block_grid_begin(struct block_grid *g, struct str before, uint32_t page)
{
    const struct block_table *last =
        g->found.n ? (const void *)(g->found.p + g->found.n -
                                    sizeof(struct block_table))
                   : NULL;

    g->table = (struct block_table){
        .page = page,
        .number = 1,
        .first = (uint32_t)(g->cells.n / sizeof(struct block_table_cell))};
    if (last && last->page == page)
        g->table.number = last->number + 1;
    find_caption(before, &g->table);
}

static bool is_too_large(const struct block_table *t)
{
    return t->rows > BLOCK_TABLE_MAX_ROWS ||
           t->columns > BLOCK_TABLE_MAX_COLUMNS ||
           t->rows * t->columns > BLOCK_TABLE_MAX_BOXES;
}

void block_grid_put(struct block_grid *g, const struct block_table_cell *c)
{
    if (c->end > c->begin && !is_too_large(&g->table))
        buf_put(&g->cells, c, sizeof(*c));
}

void block_grid_end(struct block_grid *g)
{
    struct block_table *t = &g->table;
    const size_t begin = t->first * sizeof(struct block_table_cell);
    bool is_kept = t->rows > 1 && t->columns > 1;

    if (is_kept && (g->cells.overflow || is_too_large(t) ||
                    g->found.n / sizeof(*t) >= BLOCK_TABLES_MAX)) {
        g->left_out++;
        is_kept = false;
    }
    if (g->cells.overflow)
        return;
    if (!is_kept) {
        g->cells.n = begin;
        return;
    }
    t->n_cells =
        (uint32_t)((g->cells.n - begin) / sizeof(struct block_table_cell));
    buf_put(&g->found, t, sizeof(*t));
}

/* One table with its cells, unless there are too many. */
static void take_table(struct block_grid *g, const struct block_table *t,
                       const struct block_table_cell *cell, uint32_t at)
{
    if (g->found.n / sizeof(*t) >= BLOCK_TABLES_MAX) {
        g->left_out++;
        return;
    }
    block_grid_begin(g, (struct str){0}, t->page);
    g->table.rows = t->rows;
    g->table.columns = t->columns;
    g->table.caption = t->caption + at;
    g->table.caption_end = t->caption_end + at;
    for (uint32_t i = 0; i < t->n_cells; i++) {
        struct block_table_cell c = cell[i];

        c.begin += at;
        c.end += at;
        block_grid_put(g, &c);
    }
    block_grid_end(g);
}

void block_grid_take(struct block_grid *g, struct block_grid *from, uint32_t at,
                     uint32_t page)
{
    const struct block_table_cell *cells = (const void *)from->cells.p;
    struct block_table t;

    g->left_out += from->left_out;
    if (from->cells.overflow || from->found.overflow)
        g->left_out += (uint32_t)(from->found.n / sizeof(t));
    else
        for (size_t i = 0; i + sizeof(t) <= from->found.n; i += sizeof(t)) {
            memcpy(&t, from->found.p + i, sizeof(t));
            t.page = page;
            take_table(g, &t, cells + t.first, at);
        }
    buf_reset(&from->cells);
    buf_reset(&from->found);
    from->left_out = 0;
}

/* They are of no use without all of their cells, which the text has in any case. */
enum err block_grid_keep(struct block_grid *g, struct arena *a,
                         struct block_tables *out, struct error *e)
{
    struct str cells = {0};
    struct str tables = {0};
    const bool is_whole = !g->cells.overflow && !g->found.overflow;
    enum err rc = is_whole ? buf_dup(&g->cells, a, &cells, e) : OK;

    if (!rc && is_whole)
        rc = buf_dup(&g->found, a, &tables, e);
    *out = (struct block_tables){
        .table = (const void *)tables.p,
        .cell = (const void *)cells.p,
        .n = (uint32_t)(tables.n / sizeof(struct block_table)),
        .left_out = g->left_out};
    if (!is_whole)
        out->left_out += (uint32_t)(g->found.n / sizeof(struct block_table));
    return rc;
}

enum err block_tables_cell(const struct block_tables *t,
                           const struct block_table_cell *c, struct arena *a,
                           struct str *out, struct error *e)
{
    const struct str text = str_slice(t->text, c->begin, c->end);
    char *p;
    size_t n = 0;

    *out = text;
    if (str_find_char(text, '|') >= text.n)
        return OK;
    p = arena_alloc(a, text.n, e);
    if (!p)
        return e->code;
    for (size_t i = 0; i < text.n; i++)
        if (!str_starts(str_slice(text, i, text.n), STR("\\|")))
            p[n++] = text.p[i];
    *out = (struct str){p, n};
    return OK;
}
