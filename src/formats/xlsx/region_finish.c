/* region_finish.c - tables in the making become the result. */
#include "formats/xlsx/region_internal.h"

#include <stdlib.h>
#include <string.h>

#define FEW_ROWS 2u /* of two columns of words: a note, when there is more */

static struct piece *pieces_of(const struct finding *f, size_t *n)
{
    *n = f->pieces.n / sizeof(struct piece);
    return (struct piece *)(void *)f->pieces.p;
}

/* Rows of the sheet whose numbers are in the range. */
static struct grid_area rows_in(const struct sheet *s,
                                const struct ref_range *range)
{
    struct grid_area a = {.first = range->first.column,
                          .last = range->last.column};

    while (a.from < s->n && s->rows[a.from].row < range->first.row)
        a.from++;
    for (a.to = a.from; a.to < s->n && s->rows[a.to].row <= range->last.row;)
        a.to++;
    return a;
}

static enum err take_object(struct finding *f, const struct declared_table *o,
                            struct error *e)
{
    const struct sheet *s = f->grid.s;
    struct grid_area rows = rows_in(s, &o->range);
    struct grid_area totals = rows;
    struct making *t = &f->tables[f->n];
    struct grid_area first = rows;

    if (rows.from == rows.to)
        return OK;
    *t = (struct making){.block = rows, .end = rows.to, .object = o};
    if (o->header_rows && s->rows[rows.from].row == o->range.first.row)
        t->parts.header = 1;
    rows.from += t->parts.header;
    while (rows.to > rows.from &&
           s->rows[rows.to - 1].row + o->totals_rows > o->range.last.row)
        rows.to--;
    totals.from = rows.to;
    f->n++;
    if (region_put_rows(f, &totals, REGION_TOTAL, e) != OK)
        return e->code;
    first.to = first.from + 1;
    if (region_keep_head(f, t, &first, e) != OK)
        return e->code;
    return rows.from < rows.to ? region_add_rows(f, t, &rows, e) : OK;
}

enum err region_take_objects(struct finding *f, struct error *e)
{
    const struct declared_tables *o = &f->hints->objects;
    struct ref_range *mask =
        arena_alloc_array(&f->scratch, o->n, sizeof(*mask), e);

    if (!mask)
        return e->code;
    for (size_t i = 0; i < o->n && f->n < REGION_MAX_TABLES; i++) {
        mask[i] = o->list[i].range;
        if (take_object(f, &o->list[i], e) != OK)
            return e->code;
    }
    f->grid.mask = mask;
    f->grid.mask_n = f->n ? o->n : 0;
    return OK;
}

/* Nothing looked like a table: the largest block is one, with all others of
 * its columns. */
static enum err take_largest(struct finding *f, struct error *e)
{
    struct making *t = &f->tables[f->n];
    struct piece best = {0};
    size_t n;
    size_t first = 0;
    struct piece *list = pieces_of(f, &n);

    for (size_t i = 0; i < n; i++)
        if (list[i].cells > best.cells)
            best = list[i];
    while (first < n && (list[first].widest != best.widest ||
                         list[first].area.first < best.area.first ||
                         list[first].area.last > best.area.last))
        first++;
    if (first == n)
        return OK;
    list[first].used = true;
    *t = (struct making){.block = list[first].area};
    t->block.first = best.area.first;
    t->block.last = best.area.last;
    f->n++;
    if (best.what == REGION_PAIRS && f->header == HEAD_AUTO)
        f->header = HEAD_NO;
    if (region_part(f, t, NULL, e) != OK)
        return e->code;
    list = pieces_of(f, &n); /* it may have moved */
    for (size_t i = 0; i < n; i++) {
        if (list[i].used || list[i].area.from < t->end ||
            list[i].area.first < t->block.first ||
            list[i].area.last > t->block.last || list[i].widest > best.widest)
            continue;
        list[i].used = true;
        if (region_add_rows(f, t, &list[i].area, e) != OK)
            return e->code;
    }
    return OK;
}

/* Has the header another style than the row under it? */
static bool has_styled_header(const struct making *t)
{
    const struct head *h = &t->head;
    size_t i = t->parts.title + t->parts.header;

    return t->parts.header && i < h->rows &&
           h->styles[(i - 1) * h->width] != h->styles[i * h->width];
}

/* A few words, or two labels with their values, and nothing that says they are
 * a table. */
static bool is_hardly_one(const struct making *t)
{
    if (t->object)
        return false;
    return t->rows == 0 || (t->block.last - t->block.first < 2 &&
                            t->rows + t->parts.header <= FEW_ROWS &&
                            (t->parts.header == 0 || t->parts.assumed ||
                             (!t->title.first.row && !has_styled_header(t))));
}

static enum err give_up_some(struct finding *f, struct error *e)
{
    size_t kept = 0;

    for (size_t i = 0; i < f->n; i++)
        kept += !is_hardly_one(&f->tables[i]);
    for (size_t i = 0; kept && i < f->n; i++) {
        struct making *t = &f->tables[i];
        struct grid_area rows = t->block;

        if (!is_hardly_one(t))
            continue;
        t->gone = true;
        if (t->rows == 0)
            rows.to = rows.from + t->parts.header;
        for (const struct making_run *r = t->runs; r; r = r->next)
            rows.to = r->to;
        if (region_put_rows(f, &t->title_area, REGION_NOTE, e) != OK ||
            region_put_rows(f, &rows, t->rows ? REGION_PAIRS : REGION_NOTE, e))
            return e->code;
    }
    return OK;
}

/* Order of the result: as they stand on the sheet. */
static int by_place(const void *a, const void *b)
{
    const struct region *x = a;
    const struct region *y = b;

    if (x->range.first.row != y->range.first.row)
        return x->range.first.row < y->range.first.row ? -1 : 1;
    return (x->first_column > y->first_column) -
           (x->first_column < y->first_column);
}

static enum err list_runs(struct finding *f, const struct making *t,
                          struct region *out, struct error *e)
{
    const struct sheet_row *rows = f->grid.s->rows;
    size_t n = 0;

    for (const struct making_run *r = t->runs; r; r = r->next)
        n++;
    out->runs = arena_alloc_array(f->a, n, sizeof(*out->runs), e);
    if (!out->runs)
        return e->code;
    for (const struct making_run *r = t->runs; r; r = r->next) {
        if (r->from == r->to)
            continue;
        if (out->runs_n)
            out->blank_rows += rows[r->from].row -
                               rows[out->runs[out->runs_n - 1].to - 1].row - 1;
        out->runs[out->runs_n++] = (struct region_run){r->from, r->to};
        out->rows += r->to - r->from;
    }
    return OK;
}

/* Rows between the runs that are in no run, and not empty. */
static enum err count_blank(struct finding *f, struct region *out,
                            struct error *e)
{
    uint32_t last = out->first_column + (uint32_t)out->columns - 1;

    for (size_t i = 1; i < out->runs_n; i++)
        for (size_t k = out->runs[i - 1].to; k < out->runs[i].from; k++) {
            struct tape_row row;

            if (grid_row(&f->grid, k, out->first_column, last, &row, e) != OK)
                return e->code;
            out->blank_rows -= row.n > 0;
        }
    return OK;
}

static enum err make_header(struct finding *f, const struct making *t,
                            struct region *out, struct error *e)
{
    struct grid_area columns = t->block;
    struct head h = {.at = t->head.at, .rows = t->head.rows};

    if (t->parts.header == 0)
        return OK;
    out->header = arena_alloc_array(f->a, out->columns, sizeof(struct str), e);
    arena_reset(&f->temp);
    if (!out->header || head_look(&f->grid, &columns, &f->temp, &h, e) != OK)
        return e->code;
    return head_labels(&h, &f->grid, &t->parts, f->a, out->header, e);
}

static enum err make_region(struct finding *f, const struct making *t,
                            struct region *out, struct error *e)
{
    const struct sheet_row *rows = f->grid.s->rows;
    size_t first = t->head.at[t->parts.title];
    size_t last =
        t->parts.header && t->parts.title + t->parts.header <= t->head.rows
            ? t->head.at[t->parts.title + t->parts.header - 1]
            : first;

    *out =
        (struct region){.title = t->title,
                        .title_text = t->title_text,
                        .title_whole = t->title_whole,
                        .header_rows = (uint32_t)t->parts.header,
                        .header_assumed = t->parts.assumed,
                        .first_column = t->block.first,
                        .columns = (size_t)(t->block.last - t->block.first) + 1,
                        .cells = t->cells};
    if (t->object)
        out->name = t->object->name;
    if (list_runs(f, t, out, e) != OK || count_blank(f, out, e) != OK)
        return e->code;
    if (out->runs_n)
        last = out->runs[out->runs_n - 1].to - 1;
    if (!t->parts.header && out->runs_n)
        first = out->runs[0].from;
    out->range = (struct ref_range){{rows[first].row, t->block.first},
                                    {rows[last].row, t->block.last}};
    return make_header(f, t, out, e);
}

static void put_main_first(struct region_list *out)
{
    size_t main = 0;
    struct region chosen;

    for (size_t i = 1; i < out->n; i++)
        if (out->tables[i].cells > out->tables[main].cells)
            main = i;
    if (out->n == 0)
        return;
    chosen = out->tables[main];
    memmove(out->tables + 1, out->tables, main * sizeof(chosen));
    out->tables[0] = chosen;
}

static int by_first_place(const void *a, const void *b)
{
    const struct region_left_out *x = a;
    const struct region_left_out *y = b;

    if (x->range.first.row != y->range.first.row)
        return x->range.first.row < y->range.first.row ? -1 : 1;
    return (x->range.first.column > y->range.first.column) -
           (x->range.first.column < y->range.first.column);
}

static enum err put_left_out(struct finding *f, const struct piece *p,
                             struct region_left_out *out, struct error *e)
{
    const struct sheet_row *rows = f->grid.s->rows;
    const struct grid_area *a = &p->area;

    *out = (struct region_left_out){.range = {{rows[a->from].row, a->first},
                                              {rows[a->to - 1].row, a->last}},
                                    .cells = p->cells,
                                    .what = p->what};
    out->table = region_owner(f->out, &out->range);
    return p->what == REGION_REPEATED
               ? OK
               : region_texts(
                     f, a, p->what == REGION_PAIRS || p->what == REGION_TOTAL,
                     &out->text, e);
}

static enum err list_left_out(struct finding *f, struct error *e)
{
    struct region_list *out = f->out;
    size_t n;
    const struct piece *list = pieces_of(f, &n);

    out->left_out =
        arena_alloc_array(f->a, REGION_MAX_LEFT_OUT, sizeof(*out->left_out), e);
    if (!out->left_out)
        return e->code;
    out->left_out_total = f->pieces_lost;
    for (size_t i = 0; i < n; i++) {
        if (list[i].used)
            continue;
        out->left_out_total++;
        if (out->left_out_n < REGION_MAX_LEFT_OUT &&
            put_left_out(f, &list[i], &out->left_out[out->left_out_n++], e))
            return e->code;
    }
    qsort(out->left_out, out->left_out_n, sizeof(*out->left_out),
          by_first_place);
    return OK;
}

enum err region_finish(struct finding *f, struct error *e)
{
    struct region_list *out = f->out;
    enum err rc = f->n ? OK : take_largest(f, e);

    if (!rc)
        rc = give_up_some(f, e);
    out->tables =
        rc ? NULL : arena_alloc_array(f->a, f->n, sizeof(*out->tables), e);
    if (!out->tables)
        return e->code;
    for (size_t i = 0; i < f->n && !rc; i++)
        rc = region_put_rows(f, &f->tables[i].total, REGION_TOTAL, e);
    f->grid.mask_n = 0;
    for (size_t i = 0; i < f->n && !rc; i++)
        if (!f->tables[i].gone)
            rc = make_region(f, &f->tables[i], &out->tables[out->n++], e);
    if (rc)
        return rc;
    qsort(out->tables, out->n, sizeof(*out->tables), by_place);
    put_main_first(out);
    return list_left_out(f, e);
}
