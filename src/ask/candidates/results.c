/* The results that a set of rows may have. */
#include "ask/candidates/generator.h"

#include <math.h>
#include <string.h>

#define MAX_VALUES    40  /* that are an answer */
#define MAX_ALL       20  /* rows of a table that is listed whole */
#define GROUPED_NAMES 0.5 /* of a column's name that are said to group by it */

/* Numbers of a column over some rows. */
struct summary {
    double n;
    double sum;
    double min;
    double max;
};

static struct summary summarize(const struct grid *g, const struct rows *rows,
                                uint32_t column)
{
    struct summary s = {.min = INFINITY, .max = -INFINITY};

    for (uint32_t row = rows_from(rows, 0); row != ROWS_NONE;
         row = rows_from(rows, row + 1)) {
        double k = grid_key(g, column, row);

        if (isnan(k))
            continue;
        s.n++;
        s.sum += k;
        s.min = fmin(s.min, k);
        s.max = fmax(s.max, k);
    }
    return s;
}

/* Each value of the rows once, in the order of the file; as many as fit. */
static uint32_t distinct_values(const struct generator *x,
                                const struct row_set *s, uint32_t column,
                                uint32_t values[MAX_VALUES + 1])
{
    const uint32_t *cell = x->g->column[column].cell;
    uint32_t n = 0;

    for (uint32_t row = rows_from(&s->rows, 0); row != ROWS_NONE;
         row = rows_from(&s->rows, row + 1)) {
        uint32_t i = 0;

        while (i < n && values[i] != cell[row])
            i++;
        if (cell[row] == GRID_NULL || i < n)
            continue;
        values[n++] = cell[row];
        if (n > MAX_VALUES)
            return n;
    }
    return n;
}

static enum err add_values(struct generator *x, struct candidate c,
                           const uint32_t *values, uint32_t n, struct error *e)
{
    uint32_t *copy = arena_alloc_array(x->a, n, sizeof(*copy), e);

    if (!copy)
        return e->code;
    memcpy(copy, values, n * sizeof(*copy));
    c.answer = (struct denotation){.n = n,
                                   .is_short = c.answer.is_short,
                                   .column = c.column,
                                   .values = copy};
    generator_add(x, &c);
    return OK;
}

/* Does one of the values have a shorter name? */
static bool has_short(const struct grid_column *c, const uint32_t *values,
                      uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        struct str text = c->value[values[i]].text;

        if (candidate_short(text).n < str_trim(text).n)
            return true;
    }
    return false;
}

/* The values of each column. */
static enum err add_columns(struct generator *x, const struct row_set *s,
                            struct error *e)
{
    struct candidate c = {
        .result = RESULT_VALUES, .rows = s, .other = CANDIDATE_NO_COLUMN};
    uint32_t values[MAX_VALUES + 1];

    if (s->rows.n > (s->n || s->step ? MAX_VALUES : MAX_ALL))
        return OK;
    for (c.column = 0; c.column < x->g->n_columns; c.column++) {
        uint32_t n = distinct_values(x, s, c.column, values);

        c.answer.is_short = false;
        if (n == 0 || n > MAX_VALUES)
            continue;
        if (add_values(x, c, values, n, e))
            return e->code;
        c.answer.is_short = has_short(&x->g->column[c.column], values, n);
        if (c.answer.is_short && add_values(x, c, values, n, e))
            return e->code;
    }
    return OK;
}

/* How many rows of the set have each value of a column. */
static uint32_t count_values(const struct generator *x, const struct row_set *s,
                             uint32_t column, uint32_t *count)
{
    const struct grid_column *c = &x->g->column[column];
    uint32_t different = 0;

    memset(count, 0, c->n_values * sizeof(*count));
    for (uint32_t row = rows_from(&s->rows, 0); row != ROWS_NONE;
         row = rows_from(&s->rows, row + 1)) {
        if (c->cell[row] != GRID_NULL)
            different += count[c->cell[row]]++ == 0;
    }
    return different;
}

/* The values that `wanted` rows have. */
static enum err add_counted(struct generator *x, struct candidate c,
                            const uint32_t *count, uint32_t wanted,
                            struct error *e)
{
    uint32_t values[MAX_VALUES + 1];
    uint32_t n = 0;

    for (uint32_t i = 0; i < x->g->column[c.column].n_values; i++) {
        if (count[i] == wanted && n <= MAX_VALUES)
            values[n++] = i;
    }
    return n > MAX_VALUES ? OK : add_values(x, c, values, n, e);
}

/* The values that most rows have, and fewest. */
static enum err add_frequent(struct generator *x, const struct row_set *s,
                             uint32_t column, uint32_t *count, struct error *e)
{
    struct candidate c = {
        .rows = s, .column = column, .other = CANDIDATE_NO_COLUMN};
    uint32_t different = count_values(x, s, column, count);
    uint32_t most = 0;
    uint32_t fewest = UINT32_MAX;

    if (different < 2 || different == s->rows.n)
        return OK;
    for (uint32_t i = 0; i < x->g->column[column].n_values; i++) {
        most = count[i] > most ? count[i] : most;
        fewest = count[i] && count[i] < fewest ? count[i] : fewest;
    }
    c.result = RESULT_FREQUENT;
    if (add_counted(x, c, count, most, e))
        return e->code;
    c.result = RESULT_RARE;
    if (add_counted(x, c, count, fewest, e))
        return e->code;
    generator_add_number(x, RESULT_MOST_ROWS, s, column, most);
    return OK;
}

static void add_distinct(struct generator *x, const struct row_set *s,
                         uint32_t column, uint32_t *count)
{
    uint32_t n;

    if (s->rows.n < 2 || s->step ||
        (s->n > 0 && x->l->column[column].score <= 0))
        return;
    n = count_values(x, s, column, count);
    if (n > 1 && n < s->rows.n)
        generator_add_number(x, RESULT_DISTINCT, s, column, n);
}

static void add_years(struct generator *x, const struct row_set *s,
                      uint32_t column)
{
    struct summary k = summarize(x->g, &s->rows, column);
    int32_t first = k.n > 1 ? grid_year((int32_t)k.min) : 0;

    if (first)
        generator_add_number(x, RESULT_YEARS, s, column,
                             grid_year((int32_t)k.max) - first);
}

/* Sums and such of a column of numbers. */
static void add_numbers(struct generator *x, const struct row_set *s,
                        uint32_t column)
{
    struct summary k = summarize(x->g, &s->rows, column);

    if (k.n < 2)
        return;
    if (generator_wants(x, TRIGGER_TOTAL)) {
        generator_add_number(x, RESULT_SUM, s, column,
                             generator_rounded(k.sum));
        generator_add_number(x, RESULT_AVERAGE, s, column,
                             generator_rounded(k.sum / k.n));
    }
    if (generator_wants(x, TRIGGER_EXTREME)) {
        generator_add_number(x, RESULT_MAX, s, column, k.max);
        generator_add_number(x, RESULT_MIN, s, column, k.min);
    }
    if (!generator_wants(x, TRIGGER_DIFFERENCE))
        return;
    if (s->joined != JOINED_OR)
        generator_add_number(x, RESULT_RANGE, s, column,
                             generator_rounded(k.max - k.min));
    else if (k.n == 2)
        generator_add_number(x, RESULT_DIFFERENCE, s, column,
                             generator_rounded(k.max - k.min));
}

/* The values of `column` whose rows have the largest sum of `other`. */
static enum err add_group(struct generator *x, const struct row_set *s,
                          uint32_t column, uint32_t other, struct error *e)
{
    const struct grid_column *c = &x->g->column[column];
    struct candidate added = {.result = RESULT_GROUP_MOST,
                              .rows = s,
                              .column = column,
                              .other = other};
    uint32_t values[MAX_VALUES + 1];
    uint32_t n = 0;
    uint32_t groups = 0;
    double *sum = arena_alloc_array(x->a, c->n_values, sizeof(*sum), e);
    double top = -INFINITY;

    if (!sum)
        return e->code;
    for (uint32_t i = 0; i < c->n_values; i++)
        sum[i] = NAN;
    for (uint32_t row = rows_from(&s->rows, 0); row != ROWS_NONE;
         row = rows_from(&s->rows, row + 1)) {
        uint32_t v = c->cell[row];
        double k = grid_key(x->g, other, row);

        if (v == GRID_NULL || isnan(k))
            continue;
        groups += isnan(sum[v]) ? 1 : 0;
        sum[v] = isnan(sum[v]) ? k : sum[v] + k;
    }
    for (uint32_t i = 0; i < c->n_values; i++)
        top = fmax(top, sum[i]);
    for (uint32_t i = 0; i < c->n_values && n <= MAX_VALUES; i++) {
        if (sum[i] == top)
            values[n++] = i;
    }
    if (groups < 2 || n > MAX_VALUES)
        return OK;
    return add_values(x, added, values, n, e);
}

static enum err add_groups(struct generator *x, const struct row_set *s,
                           struct error *e)
{
    for (uint32_t i = 0; i < x->g->n_columns; i++) {
        if (x->l->column[i].score < GROUPED_NAMES ||
            x->g->column[i].n_values == x->g->n_rows)
            continue;
        for (uint32_t k = 0; k < x->g->n_columns; k++) {
            enum grid_kind kind = x->g->column[k].kind;

            if (k == i || (kind != GRID_NUMBER && kind != GRID_MIXED))
                continue;
            if (add_group(x, s, i, k, e))
                return e->code;
        }
    }
    return OK;
}

/* The longest run of rows, one below the other. */
static void add_run(struct generator *x, const struct row_set *s)
{
    uint32_t best = 0;
    uint32_t run = 0;
    uint32_t before = ROWS_NONE;

    for (uint32_t row = rows_from(&s->rows, 0); row != ROWS_NONE;
         row = rows_from(&s->rows, row + 1)) {
        run = before != ROWS_NONE && row == before + 1 ? run + 1 : 1;
        before = row;
        best = run > best ? run : best;
    }
    generator_add_number(x, RESULT_RUN, s, CANDIDATE_NO_COLUMN, best);
}

/* What is computed of more than one row. */
static enum err add_computed(struct generator *x, const struct row_set *s,
                             uint32_t *count, struct error *e)
{
    for (uint32_t i = 0; i < x->g->n_columns; i++) {
        if (x->g->column[i].kind == GRID_DATE) {
            if (generator_wants(x, TRIGGER_DIFFERENCE))
                add_years(x, s, i);
        } else if (grid_has_order(&x->g->column[i])) {
            add_numbers(x, s, i);
        }
    }
    for (uint32_t i = 0; i < x->g->n_columns; i++) {
        if (generator_wants(x, TRIGGER_FREQUENT | TRIGGER_EXTREME) &&
            add_frequent(x, s, i, count, e))
            return e->code;
    }
    if (s->n > 0 && generator_wants(x, TRIGGER_RUN))
        add_run(x, s);
    if (s->n <= 1 && s->rows.n > 2 && generator_wants(x, TRIGGER_EXTREME))
        return add_groups(x, s, e);
    return OK;
}

enum err generator_results(struct generator *x, struct error *e)
{
    uint32_t *count =
        arena_alloc_array(x->a, x->g->n_rows + 1, sizeof(*count), e);

    if (!count)
        return e->code;
    for (size_t i = 0; i < x->n_sets; i++) {
        const struct row_set *s = &x->set[i];

        if (add_columns(x, s, e))
            return e->code;
        generator_add_number(x, RESULT_COUNT, s, CANDIDATE_NO_COLUMN,
                             s->rows.n);
        for (uint32_t k = 0; k < x->g->n_columns; k++)
            add_distinct(x, s, k, count);
        if (!s->step && s->n <= 2 && s->rows.n > 1 &&
            add_computed(x, s, count, e))
            return e->code;
    }
    return OK;
}
