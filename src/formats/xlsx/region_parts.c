/*
 * Which parts of an area, with empty columns between them, are one table.
 *
 * An empty column is either the border of two tables or left free for looks.
 * Two tables beside each other have rows of their own, or words of their own
 * to tell the rows by; so numbers alone, beside rows with words, are theirs.
 */
#include "formats/xlsx/region_internal.h"

#define FREE_COLUMNS 2u  /* for looks, inside of a table */
#define MAX_PARTS    64u /* more are one: each costs a pass over the rows */

/* In which of two parts of an area have rows cells? */
struct beside {
    size_t both, left, right; /* rows; titles are not counted */
    size_t top;               /* the first of them */
    size_t right_top, right_bottom;
};

static bool is_words(const struct tape_row *row)
{
    for (uint32_t k = 0; k < row->n; k++)
        if (row->cells[k].kind != TAPE_TEXT)
            return false;
    return true;
}

static enum err compare_parts(struct finding *f, const struct grid_area *area,
                              uint32_t border, struct beside *out,
                              struct error *e)
{
    bool words = true; /* and nothing else so far */

    *out = (struct beside){.top = area->to, .right_top = area->to};
    for (size_t i = area->from; i < area->to; i++) {
        bool left, right;
        struct tape_row row;

        if (grid_row(&f->grid, i, area->first, area->last, &row, e) != OK)
            return e->code;
        left = row.n && row.cells[0].column < border;
        right = row.n && row.cells[row.n - 1].column >= border;
        if (row.n == 0 || (row.n == 1 && left))
            continue;
        words = words && is_words(&row);
        if (words && right && !left && out->both)
            continue; /* more of the header */
        out->both += left && right;
        out->left += left && !right;
        out->right += right && !left;
        if (out->top == area->to)
            out->top = i;
        if (right && out->right_top == area->to)
            out->right_top = i;
        if (right)
            out->right_bottom = i;
    }
    return OK;
}

/* Has a column words or dates in most rows under the first one? They tell rows
 * by. */
static bool has_labels(const struct head *h, size_t column)
{
    size_t labels = 0;
    size_t rows = 0;

    for (size_t i = 1; i < h->rows; i++) {
        uint8_t kind = head_kind(h, i, column);

        rows += kind != TAPE_EMPTY;
        labels += kind == TAPE_TEXT || kind == TAPE_DATE ||
                  kind == TAPE_DATETIME || kind == HEAD_KIND_YEAR;
    }
    return labels * 2 > rows;
}

/* Are there labels in the left part's first column, and in none of the right
 * one's? */
static enum err shares_labels(struct finding *f, const struct grid_area *left,
                              const struct grid_area *right, bool *shares,
                              struct error *e)
{
    struct grid_area first = *left;
    struct head h;

    first.last = first.first;
    if (region_look(f, &first, &h, e) != OK)
        return e->code;
    *shares = has_labels(&h, 0);
    if (region_look(f, right, &h, e) != OK)
        return e->code;
    for (size_t c = 0; c < h.width; c++)
        *shares = *shares && !has_labels(&h, c);
    return OK;
}

/* Filled columns at the end of the left part, up to the border. */
static enum err free_columns(struct finding *f, const struct grid_area *area,
                             uint32_t border, uint32_t *free, struct error *e)
{
    struct grid_area left = {area->from, area->to, area->first, border - 1};
    uint32_t last = area->first;
    struct grid_group g;

    do {
        if (grid_next_group(&f->grid, &left, &g, e) != OK)
            return e->code;
        if (g.widest > 1 && g.area.last > last)
            last = g.area.last;
    } while (g.cells);
    *free = border - 1 - last;
    return OK;
}

/* A single column beside a table is one of its columns when it begins with the
 * header; but one that ends earlier, without gaps, is a list of its own. */
static bool is_one_column(const struct beside *rows)
{
    bool full = rows->right_bottom - rows->right_top + 1 == rows->both;

    return rows->right_top == rows->top && (rows->left == 0 || !full);
}

/* Are two parts one table with free columns inside? */
static enum err are_one(struct finding *f, const struct grid_area *area,
                        const struct grid_part *left,
                        const struct grid_part *right, bool *one,
                        struct error *e)
{
    struct grid_area both = {area->from, area->to, left->first, right->last};
    struct grid_area only = {area->from, area->to, right->first, right->last};
    struct grid_group g;
    struct beside rows;
    uint32_t free = 0;

    *one = false;
    if (compare_parts(f, &both, right->first, &rows, e) != OK)
        return e->code;
    *one = rows.both + rows.left + rows.right < 2; /* nothing to go by */
    if (rows.both < 2 || rows.right ||
        free_columns(f, &both, right->first, &free, e) != OK)
        return rows.both < 2 || rows.right ? OK : e->code;
    if (grid_next_group(&f->grid, &only, &g, e) != OK)
        return e->code;
    if (g.area.first == right->last || g.widest < 2) {
        *one = free <= FREE_COLUMNS && is_one_column(&rows);
        return OK;
    }
    if (rows.left || free > FREE_COLUMNS)
        return OK;
    only =
        (struct grid_area){g.area.from, g.area.to, right->first, right->last};
    both = only;
    both.first = left->first;
    both.last = right->first - 1;
    return shares_labels(f, &both, &only, one, e);
}

/* The parts of an area, those that are one table joined. */
enum err region_find_parts(struct finding *f, const struct grid_area *area,
                           struct grid_part **parts, size_t *n, struct error *e)
{
    size_t kept = 0;

    if (grid_parts(&f->grid, area, &f->scratch, parts, n, e) != OK)
        return e->code;
    if (*n > MAX_PARTS) {
        (*parts)[0].last = (*parts)[*n - 1].last;
        *n = 1;
    }
    for (size_t i = 1; i < *n; i++) {
        bool one = false;

        arena_reset(&f->temp);
        if (are_one(f, area, &(*parts)[kept], &(*parts)[i], &one, e) != OK)
            return e->code;
        if (one)
            (*parts)[kept].last = (*parts)[i].last;
        else
            (*parts)[++kept] = (*parts)[i];
    }
    *n = kept + 1;
    return OK;
}
