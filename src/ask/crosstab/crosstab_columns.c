#include "ask/crosstab/crosstab_asking.h"

#include "ask/spec/spec.h"

#include <math.h>

/* A column that is said fits so much better than any other. */
#define COLUMN_MARGIN 0.3
#define SAME_FIT      1e-6

/* More than words that only a label has weigh together. */
#define SHARE_UNSAID 100.0

/* Per cent beside amounts of the same year is what is asked only where it is said. */
static bool is_unsaid_share(const struct crosstab_asking *x, size_t column)
{
    const struct str label = x->t->column[column].label.text;

    for (size_t i = 0; i < x->q.n; i++)
        if (x->q.word[i].says_share)
            return false;
    return str_find(label, STR("%")) < label.n;
}

/* The column of a year that the other words fit best; n_columns: none is, or two are, of
 * halves of the year. */
static size_t column_of_year(const struct crosstab_asking *x, uint32_t year)
{
    const struct crosstab *t = x->t;
    size_t best = t->n_columns;
    double most = -INFINITY;
    bool is_alone = true;

    for (size_t i = 0; i < t->n_columns; i++) {
        const double fit = crosstab_hits_weight(&x->q, x->h.column[i]) -
                           x->h.column_missing[i] -
                           (is_unsaid_share(x, i) ? SHARE_UNSAID : 0);

        if (t->column[i].year != year || fit < most - SAME_FIT)
            continue;
        is_alone = fit > most + SAME_FIT;
        if (is_alone)
            best = i;
        most = fmax(fit, most);
    }
    return is_alone ? best : t->n_columns;
}

static void add_column(struct crosstab_asking *x, size_t column)
{
    for (size_t i = 0; i < x->n_columns; i++)
        if (x->column[i] == column)
            return;
    x->column[x->n_columns++] = column;
}

/* From one year to another: those between, in the order of time. */
static void add_range(struct crosstab_asking *x, uint32_t from, uint32_t to)
{
    x->n_columns = 0;
    x->is_ranged = x->n_years == 2;
    for (uint32_t year = from; year <= to; year++) {
        const size_t c = column_of_year(x, year);

        if (c < x->t->n_columns)
            add_column(x, c);
    }
}

bool crosstab_is_range(const struct crosstab_asking *x, size_t first,
                       size_t last)
{
    for (size_t i = first + 1; i < last; i++)
        if (x->q.word[i].entry && x->q.word[i].entry->kind == CONCEPT_AND)
            return false;
    return last > first &&
           (crosstab_has_aggregate(x, AGG_AVG) ||
            crosstab_has_aggregate(x, AGG_SUM) || crosstab_compares(x));
}

static void find_said_years(struct crosstab_asking *x)
{
    uint32_t year[2] = {0};
    size_t at[2] = {0};

    for (size_t i = 0; i < x->q.n; i++) {
        const struct crosstab_word *w = &x->q.word[i];
        size_t c;

        if (w->role != ROLE_YEAR)
            continue;
        c = column_of_year(x, (uint32_t)w->number);
        if (c == x->t->n_columns)
            continue;
        if (x->n_years < 2) {
            year[x->n_years] = (uint32_t)w->number;
            at[x->n_years] = i;
        }
        x->n_years++;
        add_column(x, c);
    }
    if (x->n_years == 2 && crosstab_is_range(x, at[0], at[1]))
        add_range(x, year[0] < year[1] ? year[0] : year[1],
                  year[0] < year[1] ? year[1] : year[0]);
}

/* All years, of the columns that the words fit best, in the order of time. */
static void add_all_years(struct crosstab_asking *x)
{
    uint32_t first = UINT32_MAX;
    uint32_t last = 0;

    for (size_t i = 0; i < x->t->n_columns; i++) {
        const uint32_t year = x->t->column[i].year;

        if (year && year < first)
            first = year;
        if (year > last)
            last = year;
    }
    if (last)
        add_range(x, first, last);
}

/* Columns that words tell from each other, "high and low", in their order; at least two. */
static void add_named_columns(struct crosstab_asking *x)
{
    const struct crosstab *t = x->t;

    for (size_t word = 0; word < x->q.n; word++) {
        size_t column = t->n_columns;
        size_t n = 0;

        for (size_t i = 0; i < t->n_columns; i++)
            if (x->h.column[i] & x->h.told & CROSSTAB_BIT(word)) {
                column = i;
                n++;
            }
        if (n == 1)
            add_column(x, column);
    }
    if (x->n_columns < 2)
        x->n_columns = 0;
}

/* The one column that the words fit; none where two do, or none is said. */
static void add_said_column(struct crosstab_asking *x)
{
    const struct crosstab *t = x->t;
    size_t best = 0;
    double most = -INFINITY;
    double second = -INFINITY;

    for (size_t i = 0; i < t->n_columns; i++) {
        struct crosstab_rows rows;

        crosstab_rows_find(t, &x->q, &x->h, i, 1, &rows);
        if (rows.n == 0)
            continue;
        if (rows.fit > most) {
            second = most;
            most = rows.fit;
            best = i;
        } else if (rows.fit > second) {
            second = rows.fit;
        }
    }
    if (most - second > COLUMN_MARGIN)
        add_column(x, best);
}

void crosstab_find_columns(struct crosstab_asking *x)
{
    find_said_years(x);
    if (x->n_columns)
        return;
    if (crosstab_asks_several(x)) {
        add_all_years(x);
        if (x->n_columns > 1)
            return;
        x->n_columns = 0;
    }
    add_named_columns(x);
    if (x->n_columns == 0)
        add_said_column(x);
}
