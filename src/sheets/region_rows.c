/*
 * region_rows.c - rows become a table's, but for those at the bottom that are
 * none: sums that carry their word in a column of numbers, sums of the rows
 * above without what tells those apart, and a long text alone.
 */
#include "sheets/region_internal.h"

#include "text/number.h"

#include <math.h>

#define FOOTER_ROWS 20u
#define NOTE_FACTOR 2u /* a note is that much longer than other texts */

static enum err add_run(struct finding *f, struct making *t, size_t from,
                        size_t to, struct error *e)
{
    struct making_run *run;

    if (t->last_run && t->last_run->to == from && t->last_run != t->summed) {
        t->last_run->to = to;
        return OK;
    }
    run = arena_alloc(&f->scratch, sizeof(*run), e);
    if (!run)
        return e->code;
    *run = (struct making_run){.from = from, .to = to};
    if (t->last_run)
        t->last_run->next = run;
    else
        t->runs = run;
    t->last_run = run;
    return OK;
}

/* The kinds of the rows of `h` before row `end` of the sheet's list. */
static void count_kinds(struct making *t, const struct head *h, size_t skip,
                        size_t end)
{
    for (size_t i = skip; i < h->rows && h->at[i] < end; i++) {
        t->looked_at++;
        for (size_t c = 0; c < h->width; c++) {
            enum region_class k = region_class_of(head_kind(h, i, c));

            t->filled += head_kind(h, i, c) != TAPE_EMPTY;
            if (k < REGION_CLASSES)
                t->seen[c][k]++;
        }
    }
}

bool region_number(struct finding *f, const struct tape_row *row,
                   const struct tape_cell *cell, double *value)
{
    return cell->kind == TAPE_NUMBER &&
           number_read_double(grid_text(&f->grid, row, cell), NUMBER_POINT,
                              value);
}

/* The longest text of the first column in the rows that were looked at. */
static enum err longest_text(struct finding *f, const struct head *h,
                             size_t skip, size_t *longest, struct error *e)
{
    *longest = 0;
    for (size_t i = skip; i + 1 < h->rows; i++) {
        struct tape_row row;

        if (grid_row(&f->grid, h->at[i], h->first, h->first, &row, e) != OK)
            return e->code;
        if (row.n && row.cells[0].kind == TAPE_TEXT) {
            size_t n = grid_text(&f->grid, &row, &row.cells[0]).n;

            *longest = n > *longest ? n : *longest;
        }
    }
    return OK;
}

struct footer {
    const struct head *h;
    size_t first; /* the row of `h` that is surely data */
    size_t longest;
};

/* Is a row at the bottom none of the table: words in a column of numbers and
 * nothing in the first one, or a long text alone? */
static enum err is_footer(struct finding *f, const struct footer *x, size_t i,
                          enum region_what *what, struct error *e)
{
    uint32_t last = x->h->first + (uint32_t)x->h->width - 1;
    size_t full = head_filled(x->h, x->first);
    struct tape_row row;
    bool words = false;

    *what = REGION_WHATS;
    if (grid_row(&f->grid, i, x->h->first, last, &row, e) != OK)
        return e->code;
    if (row.n == 0 || full < 3)
        return OK;
    if (row.n == 1 && row.cells[0].kind == TAPE_TEXT &&
        row.cells[0].column == x->h->first &&
        grid_text(&f->grid, &row, &row.cells[0]).n > NOTE_FACTOR * x->longest)
        *what = REGION_NOTE;
    if (row.cells[0].column == x->h->first || row.n * 2u > full + 1 ||
        head_kind(x->h, x->first, 0) == TAPE_EMPTY)
        return OK;
    for (uint32_t k = 0; k < row.n; k++) {
        uint8_t kind =
            head_kind(x->h, x->first, row.cells[k].column - x->h->first);

        words = words || (row.cells[k].kind == TAPE_TEXT &&
                          region_class_of(kind) != REGION_CLASS_TEXT &&
                          kind != TAPE_EMPTY);
    }
    if (words)
        *what = row.n > 1 ? REGION_TOTAL : REGION_NOTE;
    return OK;
}

/* Is the last of these rows the sum of the others, in a column at least? */
static enum err is_sum(struct finding *f, const struct grid_area *rows,
                       bool *sum, struct error *e)
{
    size_t width = (size_t)(rows->last - rows->first) + 1;
    double *sums = arena_alloc_array(&f->temp, width, sizeof(*sums), e);
    struct tape_row row;
    double value;

    *sum = false;
    if (!sums)
        return e->code;
    for (size_t i = rows->from; i < rows->to; i++) {
        bool last = i + 1 == rows->to;

        if (grid_row(&f->grid, i, rows->first, rows->last, &row, e) != OK)
            return e->code;
        for (uint32_t k = 0; k < row.n; k++) {
            double *at = &sums[row.cells[k].column - rows->first];

            if (!region_number(f, &row, &row.cells[k], &value))
                continue;
            if (last && fabs(*at) > 0 &&
                fabs(value - *at) <= fabs(*at) * REGION_TOLERANCE)
                *sum = true;
            *at += value;
        }
    }
    return OK;
}

/* A row at the bottom without what tells the others apart, which is their
 * sum. */
static enum err is_subtotal(struct finding *f, const struct footer *x,
                            const struct grid_area *rows, bool *subtotal,
                            struct error *e)
{
    struct grid_area columns = *rows;
    struct tape_row row;

    *subtotal = false;
    columns.first = x->h->first;
    columns.last = x->h->first + (uint32_t)x->h->width - 1;
    if (rows->to - rows->from < 3 || head_kind(x->h, x->first, 0) == TAPE_EMPTY)
        return OK;
    if (grid_row(&f->grid, rows->to - 1, columns.first, columns.last, &row, e))
        return e->code;
    if (row.n == 0 || row.cells[0].column == columns.first ||
        row.n >= head_filled(x->h, x->first))
        return OK;
    return is_sum(f, &columns, subtotal, e);
}

/* Rows at the bottom that are no rows of the table. */
static enum err cut_footer(struct finding *f, struct grid_area *rows,
                           const struct head *h, size_t skip, struct error *e)
{
    struct footer x = {.h = h, .first = skip};
    struct grid_area footer = *rows;
    size_t keep = rows->from + 1;

    if (skip >= h->rows || rows->to - rows->from < 2 || h->width < 3)
        return OK;
    if (longest_text(f, h, skip, &x.longest, e) != OK)
        return e->code;
    for (unsigned n = 0; rows->to > keep && n < FOOTER_ROWS; n++) {
        enum region_what what;
        bool subtotal = false;

        if (is_footer(f, &x, rows->to - 1, &what, e) != OK ||
            (what == REGION_WHATS && n == 0 &&
             is_subtotal(f, &x, rows, &subtotal, e) != OK))
            return e->code;
        if (subtotal)
            what = REGION_TOTAL;
        if (what == REGION_WHATS)
            break;
        footer.to = rows->to--;
        footer.from = rows->to;
        footer.first = h->first;
        footer.last = h->first + (uint32_t)h->width - 1;
        if (region_put_rows(f, &footer, what, e) != OK)
            return e->code;
    }
    return OK;
}

enum err region_append(struct finding *f, struct making *t,
                       const struct grid_area *rows, const struct head *h,
                       size_t skip, struct error *e)
{
    struct grid_area kept = *rows;

    if (cut_footer(f, &kept, h, skip, e) != OK)
        return e->code;
    if (add_run(f, t, kept.from, kept.to, e) != OK)
        return e->code;
    count_kinds(t, h, skip, kept.to);
    t->rows += kept.to - kept.from;
    t->cells = t->looked_at ? t->rows * t->filled / t->looked_at
                            : t->rows * region_width(t);
    t->end = rows->to;
    return OK;
}

enum err region_add_rows(struct finding *f, struct making *t,
                         const struct grid_area *rows, struct error *e)
{
    struct grid_area all = *rows;
    struct head h;

    all.first = t->block.first;
    all.last = t->block.last;
    arena_reset(&f->temp);
    if (region_look(f, &all, &h, e) != OK ||
        add_run(f, t, rows->from, rows->to, e) != OK)
        return e->code;
    count_kinds(t, &h, 0, rows->to);
    t->rows += rows->to - rows->from;
    t->cells = t->rows * t->filled / t->looked_at;
    t->end = rows->to > t->end ? rows->to : t->end;
    return OK;
}
