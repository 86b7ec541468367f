/*
 * region_total.c - is a row the sum of the rows above?
 *
 * Every number of the row must be the sum or the mean of its column, over the
 * rows since the last empty one or over all of the table; or half of that sum,
 * where the rows have totals of their own; or in a column of words how many
 * there are. One number over two rows may be chance (1, 2 and 3), so that needs
 * another one, a third row, or an empty first cell. One number that is a mean,
 * a half or a count is nothing, and of three numbers one may be something else
 * (a difference in percent). What a program wrote beside it ("Total", in any
 * language) is not read.
 */
#include "formats/xlsx/region_internal.h"

#include "base/text/number.h"

#include <math.h>

#define TOLERANCE 1e-9 /* of a sum, relative */
#define ROWS      3u   /* that make one number enough */

static bool number_of(struct finding *f, const struct tape_row *row,
                      const struct tape_cell *cell, double *value)
{
    return cell->kind == TAPE_NUMBER &&
           number_read_double(grid_text(&f->grid, row, cell), NUMBER_POINT,
                              value);
}

/* Sums of the columns, and after them how many words each has. */
static enum err add_rows(struct finding *f, const struct grid_area *rows,
                         double *sums, struct error *e)
{
    size_t width = (size_t)(rows->last - rows->first) + 1;

    for (size_t i = rows->from; i < rows->to; i++) {
        struct tape_row row;
        double value;

        if (grid_row(&f->grid, i, rows->first, rows->last, &row, e) != OK)
            return e->code;
        for (uint32_t k = 0; k < row.n; k++) {
            size_t c = row.cells[k].column - rows->first;

            if (number_of(f, &row, &row.cells[k], &value))
                sums[c] += value;
            sums[width + c] += row.cells[k].kind == TAPE_TEXT;
        }
    }
    return OK;
}

/* The sums of all rows of the table, each run once. */
static enum err sum_table(struct finding *f, struct making *t, struct error *e)
{
    struct making_run *run = t->summed ? t->summed->next : t->runs;
    struct grid_area rows = t->block;

    if (!t->sums)
        t->sums = arena_alloc_array(&f->scratch, 2 * region_width(t),
                                    sizeof(*t->sums), e);
    if (!t->sums)
        return e->code;
    for (; run; t->summed = run, run = run->next) {
        rows.from = run->from;
        rows.to = run->to;
        if (add_rows(f, &rows, t->sums, e) != OK)
            return e->code;
    }
    return OK;
}

static bool is_sum(double value, double sum)
{
    return fabs(sum) > 0 && fabs(value - sum) <= fabs(sum) * TOLERANCE;
}

/* A mean is shown with some decimals, and may be stored so. */
static bool is_mean(struct str text, double value, double sum, uint64_t rows)
{
    size_t decimals = text.n - str_find_char(text, '.');
    double mean = sum / (double)rows;

    if (rows < 2 || fabs(sum) <= 0)
        return false;
    return is_sum(value, mean) ||
           (decimals > 1 &&
            fabs(value - mean) <= 0.5001 * pow(10, 1 - (double)decimals));
}

/* Sums over some rows. */
struct sums {
    const double *of; /* NULL: there are no rows */
    size_t width;     /* of[2 * width]: sums, and counts of words */
    uint64_t rows;
};

enum fit { FIT_NONE, FIT_SUM, FIT_OTHER };

/* What is the number to its column? */
static enum fit fit_of(struct str text, double value, const struct sums *s,
                       size_t c)
{
    if (!s->of)
        return FIT_NONE;
    if (s->rows > 1 && is_sum(value, s->of[c]))
        return FIT_SUM;
    if (is_mean(text, value, s->of[c], s->rows) ||
        (s->rows > ROWS && is_sum(2 * value, s->of[c])) ||
        (fabs(s->of[c]) <= 0 && s->rows > 1 &&
         is_sum(value, s->of[s->width + c])))
        return FIT_OTHER;
    return FIT_NONE;
}

/* What a row is held against. */
struct held {
    const struct making *t; /* NULL: not known */
    struct sums of[2];      /* since the last empty row, and of all */
};

/* Has the row fewer cells than those of the table? */
static bool is_emptier(const struct held *h, const struct tape_row *row)
{
    return h->t && row->n * h->t->looked_at < h->t->filled;
}

static enum err compare(struct finding *f, const struct grid_area *columns,
                        size_t i, const struct held *h, bool *total,
                        struct error *e)
{
    struct tape_row row;
    size_t numbers = 0;
    size_t sums = 0;
    size_t others = 0;
    size_t equal;

    if (grid_row(&f->grid, i, columns->first, columns->last, &row, e) != OK)
        return e->code;
    for (uint32_t n = 0; n < row.n; n++) {
        struct str text = grid_text(&f->grid, &row, &row.cells[n]);
        size_t c = row.cells[n].column - columns->first;
        enum fit fit;
        double value;

        if (!number_of(f, &row, &row.cells[n], &value))
            continue;
        numbers++;
        fit = fit_of(text, value, &h->of[0], c);
        if (fit == FIT_NONE)
            fit = fit_of(text, value, &h->of[1], c);
        sums += fit == FIT_SUM;
        others += fit == FIT_OTHER;
    }
    equal = sums + others;
    *total = equal > 0 &&
             numbers - equal <= (is_emptier(h, &row) ? equal / 2 : 0) &&
             (equal > 1 || others == 0) &&
             (equal > 1 || row.cells[0].column > columns->first ||
              h->of[0].rows >= ROWS || h->of[1].rows >= ROWS);
    return OK;
}

enum err region_is_total(struct finding *f, struct making *t,
                         const struct grid_area *above, size_t i, bool *total,
                         struct error *e)
{
    size_t width = (size_t)(above->last - above->first) + 1;
    double *own = arena_alloc_array(&f->temp, 2 * width, sizeof(*own), e);
    double *all = arena_alloc_array(&f->temp, 2 * width, sizeof(*all), e);
    struct held h = {
        .t = t,
        .of = {{own, width, above->to - above->from}, {NULL, width, 0}}};

    *total = false;
    if (!own || !all || add_rows(f, above, own, e) != OK)
        return e->code;
    if (t && t->rows) {
        if (sum_table(f, t, e) != OK)
            return e->code;
        for (size_t c = 0; c < width; c++) {
            size_t at = c + above->first - t->block.first;

            all[c] = own[c] + t->sums[at];
            all[width + c] = own[width + c] + t->sums[region_width(t) + at];
        }
        h.of[1] = (struct sums){all, width, t->rows + h.of[0].rows};
    }
    if (!t) /* what follows speaks for it as well */
        h.of[1].rows = h.of[0].rows + 1;
    return compare(f, above, i, &h, total, e);
}
