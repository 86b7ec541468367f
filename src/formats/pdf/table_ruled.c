/*
 * table_ruled.c - rulings to grids.
 *
 * Rulings that cross or touch are of one drawing. Its upright lines bound
 * columns and its level ones rows; where its sides are open, the ends of the
 * lines bound it. Two boxes side by side are one cell unless a ruling is between
 * them.
 */
#include "formats/pdf/table_bands.h"
#include "formats/pdf/table_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR       3.0F /* points between lines that meet */
#define ONE        2.5F /* points between bounds that are one */
#define MOST_PAIRS ((size_t)1000000)
#define MIN_SHARE  0.25F /* of the cells that have text */
#define ONE_LINE   0.5F  /* of the size, between words of one line */
#define BESIDE     0.6F  /* of the size, from a ruling to a gutter at least */

struct drawing {
    const struct pdf_rulings *r;
    const uint32_t *of; /* of[level..., upright...]: the drawing of each */
    uint32_t which;
    struct arena *scratch;
};

/* ---- which rulings are of one drawing ---- */

static uint32_t root_of(uint32_t *of, uint32_t i)
{
    while (of[i] != i) {
        of[i] = of[of[i]];
        i = of[i];
    }
    return i;
}

static bool do_meet(const struct pdf_ruling *level,
                    const struct pdf_ruling *upright)
{
    return upright->at >= level->from - NEAR &&
           upright->at <= level->to + NEAR &&
           level->at >= upright->from - NEAR && level->at <= upright->to + NEAR;
}

static enum err group(const struct pdf_rulings *r, struct arena *scratch,
                      uint32_t **out, struct error *e)
{
    const size_t n = r->n_level + r->n_upright;
    uint32_t *of = arena_alloc_array(scratch, n, sizeof(*of), e);

    *out = of;
    if (!of)
        return e->code;
    for (size_t i = 0; i < n; i++)
        of[i] = (uint32_t)i;
    for (size_t i = 0; i < r->n_level; i++) /* whose one is a drawing's first */
        for (size_t k = 0; k < r->n_upright; k++)
            if (do_meet(&r->level[i], &r->upright[k]))
                of[root_of(of, (uint32_t)(r->n_level + k))] =
                    root_of(of, (uint32_t)i);
    for (size_t i = 0; i < n; i++)
        of[i] = root_of(of, (uint32_t)i);
    return OK;
}

/* ---- its bounds ---- */

/* Bounds that are near each other are one; returns how many are left. */
static size_t unite(float *x, size_t n)
{
    size_t kept = 0;

    qsort(x, n, sizeof(*x), table_by_value);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || x[i] - x[kept - 1] > ONE)
            x[kept++] = x[i];
    return kept;
}

/* Places of the lines of one direction, and the ends of those of the other. */
static enum err find_bounds(const struct drawing *d, bool upright, float **out,
                            size_t *n, struct error *e)
{
    const struct pdf_rulings *r = d->r;
    const size_t all = r->n_level + r->n_upright;
    float *x = arena_alloc_array(d->scratch, all + 2, sizeof(*x), e);
    float least = INFINITY;
    float most = -INFINITY;

    *out = x;
    *n = 0;
    if (!x)
        return e->code;
    for (size_t i = 0; i < all; i++) {
        const bool is_upright = i >= r->n_level;
        const struct pdf_ruling *l =
            is_upright ? &r->upright[i - r->n_level] : &r->level[i];

        if (d->of[i] != d->which)
            continue;
        if (is_upright == upright) {
            x[(*n)++] = l->at;
        } else {
            least = fminf(least, l->from);
            most = fmaxf(most, l->to);
        }
    }
    if (*n == 0)
        return OK;
    x[*n] = least;
    x[*n + 1] = most;
    *n = unite(x, *n + 2);
    return OK;
}

/* ---- which boxes are of one cell ---- */

/* Is a line between two boxes? `along` is where their common edge has its
 * middle. */
static bool has_line(const struct pdf_ruling *l, size_t n, const uint32_t *of,
                     uint32_t which, float at, float along)
{
    for (size_t i = pdf_rulings_from(l, n, at - ONE);
         i < n && l[i].at <= at + ONE; i++)
        if (of[i] == which && l[i].from <= along && along <= l[i].to)
            return true;
    return false;
}

static void unite_boxes(const struct drawing *d, struct table_grid *g)
{
    const struct pdf_rulings *r = d->r;
    const size_t n = g->rows * g->columns;

    for (size_t i = 0; i < n; i++)
        g->cell[i] = (uint32_t)i;
    for (size_t i = 0; i < n; i++) {
        const size_t row = i / g->columns;
        const size_t column = i % g->columns;
        const float y = (g->y[row] + g->y[row + 1]) / 2;
        const float x = (g->x[column] + g->x[column + 1]) / 2;

        if (column + 1 < g->columns &&
            !has_line(r->upright, r->n_upright, d->of + r->n_level, d->which,
                      g->x[column + 1], y)) {
            const uint32_t a = root_of(g->cell, (uint32_t)i);
            const uint32_t b = root_of(g->cell, (uint32_t)i + 1);

            g->cell[a > b ? a : b] = a > b ? b : a;
        }
        if (row + 1 < g->rows && !has_line(r->level, r->n_level, d->of,
                                           d->which, g->y[row + 1], x)) {
            const uint32_t a = root_of(g->cell, (uint32_t)i);
            const uint32_t b = root_of(g->cell, (uint32_t)(i + g->columns));

            g->cell[a > b ? a : b] = a > b ? b : a;
        }
    }
    for (size_t i = 0; i < n; i++)
        g->cell[i] = root_of(g->cell, (uint32_t)i);
}

/* ---- columns that no ruling divides ---- */

/* The words of the grid as lines of pieces. */
static enum err read_lines(const struct table_grid *g,
                           const struct table_words *w, struct arena *scratch,
                           struct table_run *run, struct error *e)
{
    const struct pdf_word **word =
        arena_alloc_array(scratch, w->n + 1, sizeof(void *), e);
    struct table_piece *piece;
    size_t n = 0;

    *run = (struct table_run){0};
    for (size_t i = 0; word && i < w->n; i++) /* from above to below */
        if (table_row_of(g, w->word[i]) < g->rows)
            word[n++] = w->word[i];
    piece = word ? arena_alloc_array(scratch, n + 1, sizeof(*piece), e) : NULL;
    run->row =
        piece ? arena_alloc_array(scratch, n + 1, sizeof(*run->row), e) : NULL;
    if (!run->row)
        return e->code;
    for (size_t from = 0; from < n;) {
        struct table_row *row = &run->row[run->n++];
        size_t to = from + 1;

        while (to < n &&
               word[to]->base - word[from]->base <= ONE_LINE * word[from]->size)
            to++;
        qsort(word + from, to - from, sizeof(void *), pdf_words_by_left);
        *row = (struct table_row){.piece = piece, .base = -INFINITY};
        for (size_t i = from; i < to; i++)
            table_row_add(row, word[i]);
        row->has_several = row->n > 1;
        piece += row->n;
        from = to;
    }
    table_run_measure(run);
    return OK;
}

/* One more bound at x: what was one box is two of one cell. */
static enum err add_bound(struct table_grid *g, float x, struct arena *scratch,
                          struct error *e)
{
    const size_t columns = g->columns + 1;
    float *bound = arena_alloc_array(scratch, columns + 1, sizeof(*bound), e);
    uint32_t *cell =
        bound ? arena_alloc_array(scratch, g->rows * columns, sizeof(*cell), e)
              : NULL;
    size_t at = 1;

    if (!cell)
        return e->code;
    while (at < g->columns && g->x[at] < x)
        at++;
    memcpy(bound, g->x, at * sizeof(*bound));
    bound[at] = x;
    memcpy(bound + at + 1, g->x + at, (columns - at) * sizeof(*bound));
    for (size_t i = 0; i < g->rows * columns; i++) {
        const size_t c = i % columns;
        const uint32_t old =
            g->cell[i / columns * g->columns + (c < at ? c : c - 1)];
        const size_t of = old % g->columns;

        cell[i] = (uint32_t)(old / g->columns * columns + of + (of >= at));
    }
    g->x = bound;
    g->cell = cell;
    g->columns = columns;
    return OK;
}

/* Gutters inside of ruled columns. */
static enum err add_gutters(struct table_grid *g, struct table_run *run,
                            struct arena *scratch, struct error *e)
{
    enum err rc = OK;

    table_run_divide(run);
    for (size_t i = 0; i + 1 < run->columns && !rc; i++) {
        float near = INFINITY;

        for (size_t c = 0; c <= g->columns; c++)
            near = fminf(near, fabsf(g->x[c] - run->gutter[i]));
        if (near > BESIDE * run->size && g->columns < PDF_TABLE_MAX_COLUMNS &&
            g->rows * (g->columns + 1) <= PDF_TABLE_MAX_BOXES)
            rc = add_bound(g, run->gutter[i], scratch, e);
    }
    return rc;
}

/* Does a piece of the row, whose lines are at[n], cross the bound after column c?
 * Is one on each side of it in the cell? */
static bool is_divided(const struct table_grid *g, const struct table_run *run,
                       const uint32_t *at, size_t n, const uint32_t *cell,
                       size_t c)
{
    const float x = g->x[c + 1];
    bool is_left = false;
    bool is_right = false;

    for (size_t i = 0; i < n; i++) {
        const struct table_row *line = &run->row[at[i]];

        for (size_t k = 0; k < line->n; k++) {
            const struct pdf_box *b = &line->piece[k].box;
            const size_t of = table_column_at(g, (b->x0 + b->x1) / 2);

            if (b->x0 < x - 1 && b->x1 > x + 1)
                return false;
            if (cell[of] == cell[c]) {
                is_left |= of <= c;
                is_right |= of > c;
            }
        }
    }
    return is_left && is_right;
}

static bool is_in_one_row(const struct table_grid *g, size_t row, uint32_t cell,
                          size_t c)
{
    return cell / g->columns == row &&
           (row + 1 == g->rows || g->cell[(row + 1) * g->columns + c] != cell);
}

/* A cell over several columns whose pieces are in them is a cell for each. */
static void divide_cells(struct table_grid *g, const struct table_run *run,
                         const struct table_by_row *lines)
{
    for (size_t row = 0; row < g->rows; row++) {
        uint32_t *cell = g->cell + row * g->columns;
        const uint32_t *of = lines->first + row;
        bool divided[PDF_TABLE_MAX_COLUMNS] = {false};

        for (size_t c = 0; c + 1 < g->columns; c++)
            divided[c] =
                cell[c] == cell[c + 1] && is_in_one_row(g, row, cell[c], c) &&
                is_divided(g, run, lines->at + of[0], of[1] - of[0], cell, c);
        for (size_t c = 0; c + 1 < g->columns; c++) {
            const uint32_t old = cell[c + 1];

            if (!divided[c])
                continue;
            for (size_t k = c + 1; k < g->columns && cell[k] == old; k++)
                cell[k] = (uint32_t)(row * g->columns + c + 1);
        }
    }
}

static enum err find_columns(struct table_grid *g, const struct table_words *w,
                             struct arena *scratch, struct error *e)
{
    struct table_run *run = arena_alloc(scratch, sizeof(*run), e);
    struct table_by_row lines;
    uint32_t *row;

    if (!run || read_lines(g, w, scratch, run, e))
        return e->code;
    if (run->box.x1 - run->box.x0 > run->size &&
        add_gutters(g, run, scratch, e))
        return e->code;
    row = arena_alloc_array(scratch, run->n + 1, sizeof(*row), e);
    if (!row)
        return e->code;
    for (size_t i = 0; i < run->n; i++)
        row[i] = (uint32_t)table_part(
            g->y, g->rows, run->row[i].base - 0.3F * run->row[i].size);
    if (table_sort_by_row(row, run->n, g->rows, scratch, &lines, e))
        return e->code;
    divide_cells(g, run, &lines);
    return OK;
}

/* ---- all ---- */

/* Most of a drawing of a chart has no text in its boxes. */
static bool has_text(const struct table_grid *g, const struct table_words *w,
                     uint8_t *seen)
{
    size_t cells = 0;
    size_t filled = 0;

    for (size_t i = 0; i < g->rows * g->columns; i++) {
        seen[i] = 0;
        cells += g->cell[i] == i;
    }
    for (size_t i = 0; i < w->n; i++) {
        const size_t r = table_row_of(g, w->word[i]);

        if (r < g->rows)
            seen[g->cell[r * g->columns + table_column_of(g, w->word[i])]] = 1;
    }
    for (size_t i = 0; i < g->rows * g->columns; i++)
        filled += seen[i];
    return cells >= 2 && (float)filled >= MIN_SHARE * (float)cells;
}

static enum err make_grid(const struct drawing *d, const struct table_words *w,
                          struct table_grid *g, bool *is_grid, struct error *e)
{
    size_t columns, rows = 0;
    uint8_t *seen;
    enum err rc = find_bounds(d, true, &g->x, &columns, e);

    *is_grid = false;
    if (!rc)
        rc = find_bounds(d, false, &g->y, &rows, e);
    if (rc || columns < 2 || rows < 2 || columns + rows < 5 ||
        columns > PDF_TABLE_MAX_COLUMNS || rows > PDF_TABLE_MAX_ROWS ||
        columns * rows > PDF_TABLE_MAX_BOXES)
        return rc;
    g->columns = columns - 1;
    g->rows = rows - 1;
    g->how = PDF_TABLE_RULED;
    g->cell = arena_alloc_array(d->scratch, g->rows * g->columns,
                                sizeof(*g->cell), e);
    seen = g->cell ? arena_alloc_array(d->scratch, g->rows * g->columns, 1, e)
                   : NULL;
    if (!seen)
        return e->code;
    unite_boxes(d, g);
    *is_grid = has_text(g, w, seen);
    if (*is_grid)
        rc = find_columns(g, w, d->scratch, e);
    return rc || !*is_grid ? rc : table_divide_bands(g, w, d->scratch, e);
}

enum err table_grids_ruled(const struct table_page *p, struct table_grid *out,
                           size_t max, size_t *n, struct error *e)
{
    const struct pdf_rulings *r = p->rulings;
    struct drawing d = {.r = r, .scratch = p->scratch};
    bool *is_crossed; /* of[level]: an upright one is of its drawing */
    uint32_t *of;
    enum err rc;

    *n = 0;
    if (r->n_level == 0 || r->n_upright == 0 ||
        r->n_level > MOST_PAIRS / r->n_upright)
        return OK;
    rc = group(r, p->scratch, &of, e);
    if (rc)
        return rc;
    is_crossed = arena_alloc_array(p->scratch, r->n_level + r->n_upright,
                                   sizeof(bool), e);
    if (!is_crossed)
        return e->code;
    for (size_t i = 0; i < r->n_upright; i++)
        is_crossed[of[r->n_level + i]] = true;
    d.of = of;
    for (size_t i = 0; !rc && i < r->n_level && *n < max; i++) {
        bool is_grid = false;

        d.which = (uint32_t)i;
        if (of[i] != i || !is_crossed[i])
            continue;
        rc = make_grid(&d, &p->w, &out[*n], &is_grid, e);
        *n += !rc && is_grid;
    }
    return rc;
}
