/*
 * region_total.c - is a row what the rows above add up to?
 *
 * Every number of the row must be the sum or the mean of its column, over the
 * rows since the last empty one or over all of the table. One number over two
 * rows may be chance (1, 2 and 3), so that needs another one, a third row, or
 * an empty first cell. One number that is a mean is nothing.
 * What a program wrote beside it ("Total", in any language) is not read.
 */
#include "sheets/region_internal.h"

#include "text/number.h"

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

static enum err add_rows(struct finding *f, const struct grid_area *rows,
                         double *sums, struct error *e)
{
    for (size_t i = rows->from; i < rows->to; i++) {
        struct tape_row row;
        double value;

        if (grid_row(&f->grid, i, rows->first, rows->last, &row, e) != OK)
            return e->code;
        for (uint32_t k = 0; k < row.n; k++)
            if (number_of(f, &row, &row.cells[k], &value))
                sums[row.cells[k].column - rows->first] += value;
    }
    return OK;
}

/* The sums of all rows of the table, each run once. */
static enum err sum_table(struct finding *f, struct making *t, struct error *e)
{
    struct making_run *run = t->summed ? t->summed->next : t->runs;
    struct grid_area rows = t->block;

    if (!t->sums)
        t->sums = arena_alloc_array(&f->scratch, region_width(t),
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
    uint64_t rows;
};

/* Is the number the sum or the mean of its column? */
static bool fits(struct str text, double value, const struct sums *s, size_t c,
                 bool *mean)
{
    bool sum = s->of && s->rows > 1 && is_sum(value, s->of[c]);

    *mean = !sum && s->of && is_mean(text, value, s->of[c], s->rows);
    return sum || *mean;
}

static enum err compare(struct finding *f, const struct grid_area *columns,
                        size_t i, const struct sums of[2], bool *total,
                        struct error *e)
{
    struct tape_row row;
    size_t numbers = 0;
    size_t equal = 0;
    size_t means = 0;

    if (grid_row(&f->grid, i, columns->first, columns->last, &row, e) != OK)
        return e->code;
    for (uint32_t n = 0; n < row.n; n++) {
        struct str text = grid_text(&f->grid, &row, &row.cells[n]);
        size_t c = row.cells[n].column - columns->first;
        double value;

        if (!number_of(f, &row, &row.cells[n], &value))
            continue;
        numbers++;
        for (size_t k = 0; k < 2; k++) {
            bool mean;

            if (!fits(text, value, &of[k], c, &mean))
                continue;
            equal++;
            means += mean;
            break;
        }
    }
    *total = equal > 0 && equal == numbers && (equal > 1 || means == 0) &&
             (equal > 1 || row.cells[0].column > columns->first ||
              of[0].rows >= ROWS || of[1].rows >= ROWS);
    return OK;
}

enum err region_is_total(struct finding *f, struct making *t,
                         const struct grid_area *above, size_t i, bool *total,
                         struct error *e)
{
    size_t width = (size_t)(above->last - above->first) + 1;
    double *own = arena_alloc_array(&f->temp, width, sizeof(*own), e);
    double *all = arena_alloc_array(&f->temp, width, sizeof(*all), e);
    struct sums of[2] = {{own, above->to - above->from}, {NULL, 0}};

    *total = false;
    if (!own || !all || add_rows(f, above, own, e) != OK)
        return e->code;
    if (t && t->rows) {
        if (sum_table(f, t, e) != OK)
            return e->code;
        for (size_t c = 0; c < width; c++)
            all[c] = own[c] + t->sums[c + above->first - t->block.first];
        of[1] = (struct sums){all, t->rows + of[0].rows};
    }
    if (!t) /* what follows speaks for it as well */
        of[1].rows = of[0].rows + 1;
    return compare(f, above, i, of, total, e);
}
