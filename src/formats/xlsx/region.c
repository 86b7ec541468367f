/*
 * Finding the tables of a sheet.
 *
 * A sheet is cut where it is empty, and what belongs together is joined again:
 *
 *     whole sheet -> parts between empty columns -> groups between empty rows
 *                 -> parts of a group            -> blocks -> tables
 *
 * 1. Columns that are empty in every row (but those of one cell, which are
 *    titles) part the sheet, unless cells are merged across. Parts with cells in the same rows stay one when
 *    the right one is numbers alone beside words, or a single column: that is
 *    one table with a column left free for looks (region_parts.c).
 * 2. Empty rows part groups. A group continues the table above (region_join.c)
 *    when its columns are among that table's, it has no header of its own, its
 *    kinds of cells agree and its rows are about as full. So empty rows between
 *    the rows of a table, or under its header, end nothing.
 * 3. Any other group is parted at its own empty columns and looked at again; a
 *    group without one is a block. A header row under rows (region_split.c)
 *    begins another block.
 * 4. A block of single texts is a title, a heading or a note. Labels with
 *    values of differing kinds beside them are a form. All other blocks are
 *    tables: title, header and rows as head.c tells.
 * 5. Tables of the workbook itself (`xl/tables`) are taken out of the sheet
 *    before; rows inside the range of an auto filter belong together.
 *
 * The main table is the one with the most cells. Whatever is in no table is
 * listed with what it seems to be, its range and its cells. When nothing on a
 * sheet looks like a table, its largest block is one.
 *
 * The layouts in tests/unit/formats/xlsx/test_region_layouts.c are drawn after
 * those of real exports; the share of whole workbooks that are cut as they
 * should be is measured in tests/reading/layouts.test.mjs. XY-cut (Nagy and
 * Seth, 1984) is where the cutting is from; of TableSense and the like, which
 * learn it, we take nothing, as nobody could say why a range was chosen.
 */
#include "formats/xlsx/region_internal.h"

#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH     6u
#define SCRATCH_BYTES ((size_t)64 << 20)

static enum err walk(struct finding *f, struct grid_area area, unsigned depth,
                     struct error *e);

void region_put_piece(struct finding *f, const struct grid_group *g,
                      enum region_what what)
{
    struct piece p = {g->area, g->cells, g->widest, what, false};

    if (f->pieces.n / sizeof(p) == REGION_MAX_PIECES)
        f->pieces_lost++;
    else
        buf_put(&f->pieces, &p, sizeof(p));
}

enum err region_put_rows(struct finding *f, const struct grid_area *area,
                         enum region_what what, struct error *e)
{
    struct grid_area left = *area;
    struct grid_group g;

    for (;;) {
        if (grid_next_group(&f->grid, &left, &g, e) != OK)
            return e->code;
        if (g.cells == 0)
            return OK;
        region_put_piece(f, &g, what);
    }
}

enum err region_look(struct finding *f, const struct grid_area *area,
                     struct head *h, struct error *e)
{
    return region_look_in(f, area, &f->temp, h, e);
}

enum err region_look_in(struct finding *f, const struct grid_area *area,
                        struct arena *a, struct head *h, struct error *e)
{
    size_t n =
        area->to - area->from < HEAD_ROWS ? area->to - area->from : HEAD_ROWS;
    size_t *at = arena_alloc_array(a, n, sizeof(*at), e);

    if (!at)
        return e->code;
    for (size_t i = 0; i < n; i++)
        at[i] = area->from + i;
    *h = (struct head){.at = at, .rows = n};
    return head_look(&f->grid, area, a, h, e);
}

static enum err place_group(struct finding *f, const struct grid_group *g,
                            unsigned depth, struct error *e)
{
    struct grid_part *parts = NULL;
    const uint32_t first = f->first;
    const uint32_t last = f->last;
    bool taken = false;
    size_t n = 1;

    if (region_continue(f, g, &taken, e) != OK)
        return e->code;
    if (taken)
        return OK;
    if (depth < MAX_DEPTH &&
        region_find_parts(f, &g->area, &parts, &n, e) != OK)
        return e->code;
    if (n < 2)
        return region_put_block(f, &g->area, e);
    for (size_t i = 0; i < n; i++) {
        struct grid_area part = g->area;

        part.first = parts[i].first;
        part.last = parts[i].last;
        f->first = part.first;
        f->last = part.last;
        if (walk(f, part, depth + 1, e) != OK)
            return e->code;
    }
    f->first = first;
    f->last = last;
    return OK;
}

/* All groups of an area, from the top. */
static enum err walk(struct finding *f, struct grid_area area, unsigned depth,
                     struct error *e)
{
    struct grid_group g;

    for (;;) {
        if (grid_next_group(&f->grid, &area, &g, e) != OK)
            return e->code;
        if (g.cells == 0)
            return OK;
        if (place_group(f, &g, depth, e) != OK)
            return e->code;
    }
}

static int by_first_row(const void *a, const void *b)
{
    const struct ref_range *x = a;
    const struct ref_range *y = b;

    return (x->first.row > y->first.row) - (x->first.row < y->first.row);
}

static enum err order_merges(struct finding *f, struct error *e)
{
    size_t n;
    const struct ref_range *merges = sheet_merges(f->grid.s, &n);
    struct ref_range *list =
        arena_alloc_array(&f->scratch, n, sizeof(*list), e);

    if (!list)
        return e->code;
    if (n)
        memcpy(list, merges, n * sizeof(*list));
    qsort(list, n, sizeof(*list), by_first_row);
    f->grid.merges = list;
    f->grid.merges_n = n;
    return OK;
}

static enum err find(struct finding *f, struct error *e)
{
    const struct sheet *s = f->grid.s;
    struct grid_area all = {.to = s->n, .first = REF_MAX_COLUMNS};
    struct grid_part *parts = NULL;
    size_t n = 0;
    enum err rc = OK;

    for (size_t i = 0; i < s->n; i++) {
        all.first = s->rows[i].first < all.first ? s->rows[i].first : all.first;
        all.last = s->rows[i].last > all.last ? s->rows[i].last : all.last;
    }
    f->tables = arena_alloc_array(&f->scratch, REGION_MAX_TABLES,
                                  sizeof(*f->tables), e);
    if (!f->tables || order_merges(f, e) != OK ||
        region_take_objects(f, e) != OK ||
        region_find_parts(f, &all, &parts, &n, e) != OK)
        return e->code;
    for (size_t i = 0; i < n && !rc; i++) {
        struct grid_area part = all;

        part.first = parts[i].first;
        part.last = parts[i].last;
        f->first = part.first;
        f->last = part.last;
        rc = walk(f, part, n > 1 ? 1 : 0, e);
    }
    return rc ? rc : region_finish(f, e);
}

enum err region_find(const struct sheet *s, const struct strings *strings,
                     const struct region_hints *hints, struct arena *a,
                     struct region_list *out, struct error *e)
{
    struct finding f = {
        .hints = hints, .header = hints->header, .a = a, .out = out};
    enum err rc;

    *out = (struct region_list){0};
    if (s->n == 0)
        return OK;
    arena_init(&f.scratch, SCRATCH_BYTES);
    arena_init(&f.temp, SCRATCH_BYTES);
    arena_init(&f.window, SCRATCH_BYTES);
    buf_init(&f.pieces, REGION_MAX_PIECES * sizeof(struct piece));
    grid_init(&f.grid, s, strings);
    rc = find(&f, e);
    grid_release(&f.grid);
    buf_release(&f.pieces);
    arena_release(&f.window);
    arena_release(&f.temp);
    arena_release(&f.scratch);
    return rc;
}
