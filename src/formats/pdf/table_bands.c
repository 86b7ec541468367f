/*
 * table_bands.c - rows of a grid that are several.
 *
 * Rows are often not all ruled: several are in one band between two level lines.
 * Such a band is divided at its lines of text, if most of its columns have text
 * on most of them: where cells are texts of several lines, some have more than
 * others.
 */
#include "formats/pdf/table_bands.h"

#include <string.h>

#define FULL        0.85F /* of lines and columns, in a band of several rows */
#define BAND_LINES  400
#define WITH_DIGITS 0.3F /* of a band's cells */
#define ONE_LINE    0.5F /* of the size, between words of one line */

/* ---- what is in which row ---- */

size_t table_column_at(const struct table_grid *g, float x)
{
    const size_t c = table_part(g->x, g->columns, x);

    return c < g->columns ? c : x < g->x[0] ? 0 : g->columns - 1;
}

size_t table_column_of(const struct table_grid *g, const struct pdf_word *w)
{
    return table_column_at(g, (w->box.x0 + w->box.x1) / 2);
}

size_t table_row_of(const struct table_grid *g, const struct pdf_word *w)
{
    const float x = (w->box.x0 + w->box.x1) / 2;

    return x >= g->x[0] && x < g->x[g->columns]
               ? table_part(g->y, g->rows, table_word_y(w))
               : g->rows;
}

enum err table_sort_by_row(const uint32_t *row, size_t n, size_t rows,
                           struct arena *scratch, struct table_by_row *out,
                           struct error *e)
{
    uint32_t *next = arena_alloc_array(scratch, rows + 2, sizeof(*next), e);

    out->at =
        next ? arena_alloc_array(scratch, n + 1, sizeof(*out->at), e) : NULL;
    out->first = next;
    if (!out->at)
        return e->code;
    for (size_t i = 0; i < n; i++) /* next[r + 1]: where row r ends at last */
        next[row[i] + 1]++;
    for (size_t r = 0; r <= rows; r++)
        next[r + 1] += next[r];
    for (size_t i = n; i-- > 0;)
        out->at[--next[row[i] + 1]] = (uint32_t)i;
    out->first = next + 1; /* all of them are where their rows begin now */
    return OK;
}

/* ---- bands of several rows ---- */

struct band {
    float line[BAND_LINES]; /* where they stand */
    size_t lines;
    size_t columns; /* with text */
    size_t filled;  /* lines in columns */
    size_t digits;  /* of these, with a digit */
};

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] >= '0' && s.p[i] <= '9')
            return true;
    return false;
}

/* The words at[n] of a row, from above to below. `seen[line][column]` as bits: 1
 * text, 2 a digit. */
static void look_at_band(const struct table_grid *g,
                         const struct table_words *w, const uint32_t *at,
                         size_t n, uint8_t *seen, struct band *b)
{
    uint8_t any[PDF_TABLE_MAX_COLUMNS] = {0};

    *b = (struct band){.lines = 0};
    memset(seen, 0, (size_t)BAND_LINES * g->columns);
    for (size_t i = 0; i < n; i++) {
        const struct pdf_word *word = w->word[at[i]];
        uint8_t *box;

        if (word->is_tabled)
            continue;
        if (b->lines == 0 ||
            word->base - b->line[b->lines - 1] > ONE_LINE * word->size) {
            if (b->lines == BAND_LINES)
                return;
            b->line[b->lines++] = word->base;
        }
        box = &seen[(b->lines - 1) * g->columns + table_column_of(g, word)];
        *box |= has_digit(word->text) ? 3 : 1;
        any[table_column_of(g, word)] = 1;
    }
    for (size_t i = 0; i < b->lines * g->columns; i++) {
        b->filled += seen[i] & 1;
        b->digits += seen[i] >> 1;
    }
    for (size_t c = 0; c < g->columns; c++)
        b->columns += any[c];
}

static bool is_of_rows(const struct band *b)
{
    const float all = (float)(b->lines * b->columns);

    return b->lines >= 2 && b->columns >= 2 && b->lines < BAND_LINES &&
           (float)b->filled >= FULL * all &&
           (float)b->digits >= WITH_DIGITS * (float)b->filled;
}

/* Rows of a grid, and what becomes of them: row r those from first[r] on. */
struct division {
    struct table_grid *g;
    const struct table_words *w;
    struct table_by_row words;
    uint32_t *first; /* first[g->rows + 1] */
    float *y;        /* y[first[g->rows] + 1] */
};

static enum err division_init(struct division *d, struct arena *scratch,
                              struct error *e)
{
    const struct table_grid *g = d->g;
    uint32_t *row = arena_alloc_array(scratch, d->w->n + 1, sizeof(*row), e);

    d->first =
        row ? arena_alloc_array(scratch, g->rows + 1, sizeof(*d->first), e)
            : NULL;
    d->y = d->first ? arena_alloc_array(scratch, PDF_TABLE_MAX_ROWS + 1,
                                        sizeof(*d->y), e)
                    : NULL;
    if (!d->y)
        return e->code;
    for (size_t i = 0; i < d->w->n; i++)
        row[i] = (uint32_t)table_row_of(g, d->w->word[i]);
    return table_sort_by_row(row, d->w->n, g->rows, scratch, &d->words, e);
}

/* Bounds of the rows that there will be; returns how many rows are more. */
static size_t find_rows(struct division *d, uint8_t *seen)
{
    const struct table_grid *g = d->g;
    size_t more = 0;

    BUG_ON(!d->first || !d->y); /* division_init() made them */
    for (size_t row = 0; row < g->rows; row++) {
        const uint32_t *words = d->words.first + row;
        float *y = d->y + row + more;
        struct band b;

        d->first[row] = (uint32_t)(row + more);
        y[0] = g->y[row];
        look_at_band(g, d->w, d->words.at + words[0], words[1] - words[0], seen,
                     &b);
        if (!is_of_rows(&b) || g->rows + more + b.lines > PDF_TABLE_MAX_ROWS ||
            (g->rows + more + b.lines) * g->columns > PDF_TABLE_MAX_BOXES)
            continue;
        more += b.lines - 1;
        for (size_t i = 0; i + 1 < b.lines; i++) /* under the line above */
            y[i + 1] = b.line[i] + 0.3F * (b.line[i + 1] - b.line[i]);
    }
    d->first[g->rows] = (uint32_t)(g->rows + more);
    d->y[g->rows + more] = g->y[g->rows];
    return more;
}

/* A cell that is in one row alone is one in each of those that it becomes. */
static void divide_row(const struct division *d, size_t row, uint32_t *cell)
{
    const struct table_grid *g = d->g;
    const uint32_t *old = g->cell + row * g->columns;

    for (size_t r = d->first[row]; r < d->first[row + 1]; r++)
        for (size_t c = 0; c < g->columns; c++) {
            const size_t from = old[c] / g->columns;
            const bool is_alone =
                from == row &&
                (row + 1 == g->rows || old[g->columns + c] != old[c]);

            cell[r * g->columns + c] =
                (uint32_t)((is_alone ? r : d->first[from]) * g->columns +
                           old[c] % g->columns);
        }
}

enum err table_divide_bands(struct table_grid *g, const struct table_words *w,
                            struct arena *scratch, struct error *e)
{
    struct division d = {.g = g, .w = w};
    uint8_t *seen =
        arena_alloc_array(scratch, (size_t)BAND_LINES * g->columns, 1, e);
    uint32_t *cell;
    size_t more;

    if (!seen || division_init(&d, scratch, e))
        return e->code;
    more = find_rows(&d, seen);
    if (more == 0)
        return OK;
    cell = arena_alloc_array(scratch, (g->rows + more) * g->columns,
                             sizeof(*cell), e);
    if (!cell)
        return e->code;
    for (size_t row = 0; row < g->rows; row++)
        divide_row(&d, row, cell);
    g->y = d.y;
    g->cell = cell;
    g->rows += more;
    return OK;
}
