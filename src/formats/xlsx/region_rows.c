/*
 * region_rows.c - rows become a table's, but for those at the bottom that are
 * none: sums that carry their word in a column of numbers, sums of the rows
 * above without what tells those apart, and a long text alone.
 */
#include "formats/xlsx/region_internal.h"

#define FOOTER_ROWS 20u
#define NOTE_ROWS   5u
#define NOTE_FACTOR 2u /* a note is that much longer than other texts */

static enum err add_run(struct finding *f, struct making *t, size_t from,
                        size_t to, struct error *e)
{
    struct making_run *run;

    const struct sheet_row *rows = f->grid.s->rows;

    if (t->last_run && t->last_run->to == from && t->last_run != t->summed &&
        rows[from].row == rows[from - 1].row + 1) {
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

/* The longest text of the first column in rows of several cells; SIZE_MAX: rows
 * of one cell stand between them, so that one at the end is nothing special. */
static enum err longest_text(struct finding *f, const struct head *h,
                             size_t skip, size_t *longest, struct error *e)
{
    bool alone = false;

    *longest = 0;
    for (size_t i = skip; i < h->rows; i++) {
        struct tape_row row;
        size_t n = 0;

        if (head_filled(h, i) < 2) {
            alone = true;
            continue;
        }
        if (grid_row(&f->grid, h->at[i], h->first, h->first, &row, e) != OK)
            return e->code;
        if (row.n && row.cells[0].kind == TAPE_TEXT)
            n = grid_text(&f->grid, &row, &row.cells[0]).n;
        *longest = alone ? SIZE_MAX : n > *longest ? n : *longest;
    }
    return OK;
}

struct footer {
    struct making *t; /* with the rows before these */
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
        grid_text(&f->grid, &row, &row.cells[0]).n / NOTE_FACTOR > x->longest)
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

/* A row at the bottom without what tells the others apart, which is their
 * total. */
static enum err is_subtotal(struct finding *f, const struct footer *x,
                            const struct grid_area *rows, bool *subtotal,
                            struct error *e)
{
    struct grid_area above = *rows;
    struct tape_row row;

    *subtotal = false;
    above.first = x->h->first;
    above.last = x->h->first + (uint32_t)x->h->width - 1;
    above.to--;
    if (head_kind(x->h, x->first, 0) == TAPE_EMPTY)
        return OK;
    if (grid_row(&f->grid, above.to, above.first, above.last, &row, e) != OK)
        return e->code;
    if (row.n == 0 || row.cells[0].column == above.first)
        return OK;
    return region_is_total(f, x->t, &above, above.to, subtotal, e);
}

/* Rows at the bottom that are no rows of the table. */
static enum err cut_footer(struct finding *f, struct making *t,
                           struct grid_area *rows, const struct head *h,
                           size_t skip, struct error *e)
{
    struct footer x = {.t = t, .h = h, .first = skip};
    struct grid_area footer = *rows;
    size_t keep = rows->from + 1;

    if (skip >= h->rows || rows->to - rows->from < 2 || h->width < 3)
        return OK;
    if (longest_text(f, h, skip, &x.longest, e) != OK)
        return e->code;
    if (rows->to - rows->from > NOTE_ROWS) {
        enum region_what what;

        if (is_footer(f, &x, rows->to - 1 - NOTE_ROWS, &what, e) != OK)
            return e->code;
        if (what == REGION_NOTE)
            x.longest = SIZE_MAX; /* so many are rows */
    }
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

    if (t->parts.header && cut_footer(f, t, &kept, h, skip, e) != OK)
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
