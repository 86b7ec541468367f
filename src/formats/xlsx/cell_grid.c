/*
 * A sheet as a grid of filled and empty cells.
 *
 * Nearly every row of nearly every sheet has no empty cell between its first
 * and its last one, and the list of rows knows that. So most of what is asked
 * here is answered without reading a cell from the tape, and a sheet of one
 * table costs a look at each row's two columns.
 */
#include "formats/xlsx/cell_grid.h"

#include <string.h>

#define MERGES_OF_ROW 1000u /* that are looked at */

/* The filled columns of a row. */
struct extent {
    uint32_t first, last, cells;
};

void grid_init(struct grid *g, const struct sheet *s,
               const struct strings *strings)
{
    *g = (struct grid){.s = s, .strings = strings};
    buf_init(&g->room, TAPE_MAX_ROW);
}

void grid_release(struct grid *g)
{
    buf_release(&g->room);
}

struct str grid_text(const struct grid *g, const struct tape_row *row,
                     const struct tape_cell *cell)
{
    if (cell->flags & TAPE_SHARED)
        return strings_get(g->strings, cell->n);
    return str_slice(row->text, cell->at, (size_t)cell->at + cell->n);
}

static bool is_masked(const struct grid *g, uint32_t row, uint32_t column)
{
    for (size_t i = 0; i < g->mask_n; i++) {
        const struct ref_range *m = &g->mask[i];

        if (row >= m->first.row && row <= m->last.row &&
            column >= m->first.column && column <= m->last.column)
            return true;
    }
    return false;
}

/* Does a mask touch the row at all? */
static bool has_mask(const struct grid *g, uint32_t row)
{
    for (size_t i = 0; i < g->mask_n; i++)
        if (row >= g->mask[i].first.row && row <= g->mask[i].last.row)
            return true;
    return false;
}

static enum err read_row(struct grid *g, size_t i, struct tape_row *row,
                         struct error *e)
{
    const struct sheet_row *at = &g->s->rows[i];
    size_t n = 0;
    enum err rc = tape_size(&g->s->tape, at->at, &n, e);
    char *to;

    if (rc)
        return rc;
    buf_reset(&g->room);
    to = buf_reserve(&g->room, n);
    if (!to)
        return error_set(e, ERR_LIMIT,
                         "out of memory: cannot hold row %u of the sheet",
                         at->row);
    return tape_get(&g->s->tape, at->at, to, n, row, e);
}

enum err grid_row(struct grid *g, size_t i, uint32_t first, uint32_t last,
                  struct tape_row *row, struct error *e)
{
    enum err rc = read_row(g, i, row, e);
    bool masked = !rc && has_mask(g, row->row);
    uint32_t n = 0;

    for (uint32_t k = 0; !rc && k < row->n; k++) {
        const struct tape_cell *c = &row->cells[k];

        if (c->column >= first && c->column <= last &&
            !(masked && is_masked(g, row->row, c->column)))
            row->cells[n++] = *c;
    }
    if (!rc)
        row->n = n;
    return rc;
}

static enum err find_extent(struct grid *g, size_t i,
                            const struct grid_area *area, struct extent *out,
                            struct error *e)
{
    const struct sheet_row *at = &g->s->rows[i];
    bool dense = at->cells == at->last - at->first + 1;
    bool inside = at->first >= area->first && at->last <= area->last;
    struct tape_row row;

    *out = (struct extent){0};
    if (at->first > area->last || at->last < area->first)
        return OK;
    if ((dense || inside) && !has_mask(g, at->row)) {
        out->first = at->first > area->first ? at->first : area->first;
        out->last = at->last < area->last ? at->last : area->last;
        out->cells = inside ? at->cells : out->last - out->first + 1;
        return OK;
    }
    if (grid_row(g, i, area->first, area->last, &row, e) != OK)
        return e->code;
    if (row.n)
        *out = (struct extent){row.cells[0].column, row.cells[row.n - 1].column,
                               row.n};
    return OK;
}

static void widen(struct grid_group *group, const struct extent *x)
{
    struct grid_area *a = &group->area;

    if (group->cells == 0 || x->first < a->first)
        a->first = x->first;
    if (group->cells == 0 || x->last > a->last)
        a->last = x->last;
    if (x->cells > group->widest)
        group->widest = x->cells;
    group->cells += x->cells;
}

enum err grid_next_group(struct grid *g, struct grid_area *area,
                         struct grid_group *group, struct error *e)
{
    const struct sheet_row *rows = g->s->rows;
    size_t i = area->from;
    struct extent x;

    *group = (struct grid_group){.area = *area};
    for (; i < area->to; i++) {
        if (group->cells && rows[i].row != rows[i - 1].row + 1)
            break;
        if (find_extent(g, i, area, &x, e) != OK)
            return e->code;
        if (x.cells == 0 && group->cells)
            break;
        if (x.cells && group->cells == 0)
            group->area.from = i;
        if (x.cells)
            widen(group, &x);
    }
    group->area.to = i;
    if (group->cells == 0)
        group->area.from = i;
    area->from = i;
    return OK;
}

size_t grid_first_merge(const struct grid *g, uint32_t row)
{
    size_t from = 0;
    size_t to = g->merges_n;

    while (from < to) {
        size_t middle = (from + to) / 2;

        if (g->merges[middle].first.row < row)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Cells that are merged across columns fill them all. */
static size_t mark_merges(const struct grid *g, uint32_t row,
                          const struct grid_area *area, uint8_t *used)
{
    size_t from = grid_first_merge(g, row);
    size_t fresh = 0;

    for (size_t i = from; i < g->merges_n && i - from < MERGES_OF_ROW &&
                          g->merges[i].first.row == row;
         i++) {
        const struct ref_range *m = &g->merges[i];

        for (uint32_t c = m->first.column; c <= m->last.column; c++) {
            if (c < area->first || c > area->last)
                continue;
            fresh += !used[c - area->first];
            used[c - area->first] = 1;
        }
    }
    return fresh;
}

/* Mark the row's columns in used[]; how many were not marked before. */
static enum err mark_row(struct grid *g, size_t i, const struct grid_area *area,
                         uint8_t *used, size_t *fresh, struct error *e)
{
    struct tape_row row;
    struct extent x;

    *fresh = 0;
    if (find_extent(g, i, area, &x, e) != OK)
        return e->code;
    if (x.cells < 2)
        return OK;
    *fresh = mark_merges(g, g->s->rows[i].row, area, used);
    if (x.cells == x.last - x.first + 1) {
        for (uint32_t c = x.first; c <= x.last; c++) {
            *fresh += !used[c - area->first];
            used[c - area->first] = 1;
        }
        return OK;
    }
    if (grid_row(g, i, area->first, area->last, &row, e) != OK)
        return e->code;
    for (uint32_t k = 0; k < row.n; k++) {
        uint8_t *at = &used[row.cells[k].column - area->first];

        *fresh += !*at;
        *at = 1;
    }
    return OK;
}

/* The runs of used columns; each part reaches up to the next one. */
static enum err list_parts(const struct grid_area *area, const uint8_t *used,
                           struct arena *a, struct grid_part **parts, size_t *n,
                           struct error *e)
{
    size_t width = (size_t)(area->last - area->first) + 1;
    struct grid_part *list =
        arena_alloc_array(a, width / 2 + 2, sizeof(*list), e);

    *n = 0;
    if (!list)
        return e->code;
    for (size_t c = 0; c < width; c++) {
        uint32_t column = area->first + (uint32_t)c;

        if (used[c] && (c == 0 || !used[c - 1])) {
            if (*n)
                list[*n - 1].last = column - 1;
            list[(*n)++].first = column;
        }
    }
    if (*n == 0)
        list[(*n)++].first = area->first;
    list[0].first = area->first;
    list[*n - 1].last = area->last;
    *parts = list;
    return OK;
}

enum err grid_parts(struct grid *g, const struct grid_area *area,
                    struct arena *a, struct grid_part **parts, size_t *n,
                    struct error *e)
{
    size_t width = (size_t)(area->last - area->first) + 1;
    uint8_t *used = arena_alloc(a, width, e);
    size_t left = width;

    if (!used)
        return e->code;
    for (size_t i = area->from; i < area->to && left; i++) {
        size_t fresh;

        if (mark_row(g, i, area, used, &fresh, e) != OK)
            return e->code;
        left -= fresh;
    }
    return list_parts(area, used, a, parts, n, e);
}
