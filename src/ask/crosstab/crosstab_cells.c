#include "ask/crosstab/crosstab_asking.h"

#include "ask/spec/spec.h"

#include <math.h>

/* A row that fits so much better than the next is as sure as one can be. */
#define FULL_MARGIN 3

static void add_cell(struct crosstab_asking *x, size_t row, size_t column)
{
    struct crosstab_reading *r = x->out;

    if (r->n < CROSSTAB_MAX_OPERANDS &&
        !isnan(crosstab_value(x->t, row, column)))
        r->cell[r->n++] = (struct crosstab_cell){row, column};
}

static void use(struct crosstab_asking *x, size_t row, size_t column)
{
    x->used |=
        x->h.row[row] | x->h.section[row] | x->h.column[column] | x->h.title;
}

static double share_left(const struct crosstab_asking *x)
{
    double all = 0;
    double left = 0;

    for (size_t i = 0; i < x->q.n; i++) {
        const struct crosstab_word *w = &x->q.word[i];

        if (w->role != ROLE_CONTENT && w->role != ROLE_YEAR)
            continue;
        all += w->weight;
        left += x->used & CROSSTAB_BIT(i) ? 0 : w->weight;
    }
    return all > 0 ? left / all : 1;
}

static void tell(struct crosstab_asking *x, const struct crosstab_rows *rows)
{
    const size_t row = rows->row[0];
    const double said = crosstab_hits_weight(&x->q, x->h.row[row]);
    const double missing = x->h.row_missing[row];
    const double margin = rows->fit - rows->second;
    double *fact = x->out->fact;

    fact[FACT_LEFT] = share_left(x);
    fact[FACT_MISSING] = missing > 0 ? missing / (missing + said) : 0;
    fact[FACT_MARGIN] = margin < FULL_MARGIN ? margin / FULL_MARGIN : 1;
}

/* Is the row a sum of others? Its label says so. */
static bool is_total(const struct crosstab_asking *x, size_t row)
{
    const struct crosstab_label *label = &x->t->row[row].label;

    for (uint32_t i = 0; i < label->n; i++)
        if (lexeme_at(x->t->words, label->word[i])->flags & LEXEME_STOP &&
            !crosstab_is_stop(x->t, label->word[i]))
            return true;
    return false;
}

bool crosstab_find_compared_rows(struct crosstab_asking *x)
{
    if (x->n_columns != 1 || !crosstab_has(x, CONCEPT_WHICH) ||
        !(crosstab_has(x, CONCEPT_MOST) || crosstab_has(x, CONCEPT_MORE)))
        return false;
    x->used = x->h.column[x->column[0]];
    for (size_t i = 0; i < x->t->n_rows; i++)
        if (!is_total(x, i))
            add_cell(x, i, x->column[0]);
    x->out->by_row = true;
    x->out->fact[FACT_LEFT] = share_left(x);
    return x->out->n > 1;
}

static uint64_t year_words(const struct crosstab_asking *x)
{
    uint64_t words = 0;

    for (size_t i = 0; i < x->q.n; i++)
        if (x->q.word[i].role == ROLE_YEAR)
            words |= CROSSTAB_BIT(i);
    return words;
}

/* The row of the year that word `i` says, which the other words fit best. */
static size_t row_of_year(const struct crosstab_asking *x, size_t i,
                          size_t column)
{
    const uint64_t mask = ~year_words(x) | CROSSTAB_BIT(i);
    size_t best = x->t->n_rows;
    double most = 0;

    for (size_t row = 0; row < x->t->n_rows; row++) {
        const double fit = crosstab_fit(&x->q, &x->h, row, column, mask);

        if (!((x->h.row[row] | x->h.section[row]) & CROSSTAB_BIT(i)) ||
            fit <= most || isnan(crosstab_value(x->t, row, column)))
            continue;
        best = row;
        most = fit;
    }
    return best;
}

static double year_of(const struct crosstab_asking *x,
                      const struct crosstab_label *label)
{
    for (uint32_t i = 0; i < label->n; i++) {
        const struct lexeme *l = lexeme_at(x->t->words, label->word[i]);

        if (lexeme_is_year(l))
            return l->number;
    }
    return 0;
}

/* The year that a row's label or its section says; 0: none. */
static double year_of_row(const struct crosstab_asking *x, size_t row)
{
    const struct crosstab_row *r = &x->t->row[row];
    const double year = year_of(x, &r->label);

    return year > 0 || !r->section ? year : year_of(x, r->section);
}

/* Rows of the years between two. */
static void add_years_between(struct crosstab_asking *x, double from, double to)
{
    for (size_t row = 0; row < x->t->n_rows; row++) {
        const double year = year_of(x, &x->t->row[row].label);

        if (year > from && year < to)
            add_cell(x, row, x->column[0]);
    }
}

void crosstab_swap(struct crosstab_reading *r, size_t i, size_t k)
{
    const struct crosstab_cell one = r->cell[i];

    r->cell[i] = r->cell[k];
    r->cell[k] = one;
}

/* In the order of rows, or against it where they begin with the last year. */
static void sort_years(const struct crosstab_asking *x)
{
    struct crosstab_reading *r = x->out;

    for (size_t i = 1; i < r->n; i++)
        for (size_t k = i; k > 0 && r->cell[k - 1].row > r->cell[k].row; k--)
            crosstab_swap(r, k - 1, k);
    if (year_of_row(x, r->cell[0].row) > year_of_row(x, r->cell[r->n - 1].row))
        for (size_t i = 0; 2 * i + 1 < r->n; i++)
            crosstab_swap(r, i, r->n - 1 - i);
}

/* Where rows are years, two of which the question says. */
static bool find_rows_of_years(struct crosstab_asking *x)
{
    double year[2] = {0};
    size_t at[2] = {0};
    size_t n = 0;
    struct crosstab_rows first;

    if (x->n_columns != 1 || x->n_years)
        return false;
    for (size_t i = 0; i < x->q.n; i++) {
        size_t row;

        if (x->q.word[i].role != ROLE_YEAR)
            continue;
        row = row_of_year(x, i, x->column[0]);
        if (row == x->t->n_rows)
            return false;
        if (n < 2) {
            year[n] = x->q.word[i].number;
            at[n] = i;
        }
        n++;
        add_cell(x, row, x->column[0]);
        use(x, row, x->column[0]);
    }
    if (x->out->n < 2)
        return false;
    if (n == 2 && crosstab_is_range(x, at[0], at[1]))
        add_years_between(x, fmin(year[0], year[1]), fmax(year[0], year[1]));
    x->out->by_row = true;
    sort_years(x);
    crosstab_rows_find(x->t, &x->q, &x->h, x->column[0], 1, &first);
    tell(x, &first);
    return true;
}

bool crosstab_find_cells(struct crosstab_asking *x)
{
    struct crosstab_rows rows;

    if (x->n_columns == 0)
        return false;
    if (find_rows_of_years(x))
        return true;
    x->out->n = 0;
    x->used = 0;
    crosstab_rows_find(x->t, &x->q, &x->h, x->column[0],
                       x->n_columns > 1 ? 1 : CROSSTAB_MAX_CELLS, &rows);
    if (rows.n == 0 || rows.fit <= 0)
        return false;
    for (size_t i = 0; i < rows.n; i++)
        for (size_t k = 0; k < x->n_columns; k++) {
            add_cell(x, rows.row[i], x->column[k]);
            use(x, rows.row[i], x->column[k]);
        }
    x->out->by_row = rows.n > 1;
    tell(x, &rows);
    return x->out->n == rows.n * x->n_columns;
}
