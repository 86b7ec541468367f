/*
 * The cells of a column, as in "the population of Spain", are distinguished by
 * the dates of their rows and by which of several values those rows have.
 * Equal rows are kept: the same rate in two months is listed twice.
 */
#include "ask/bind/compose.h"
#include "ask/bind/period.h"

/* About how many days there are between two. */
static double days_between(struct civil from, struct civil to)
{
    return (to.year - from.year) * 365.25 + (to.month - from.month) * 30.44 +
           (to.day - from.day);
}

/* Do filters leave about one date of the column: December, of month ends? */
static bool is_one_date(const struct query_spec *s,
                        const struct schema_column *c)
{
    struct civil all[2];
    struct civil day[2];
    size_t i;

    if (!civil_read(c->min, &all[0]) || !civil_read(c->max, &all[1]))
        return false;
    for (i = 0; i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];

        if (f->op == FILTER_PERIOD && f->n == 2 && str_eq(f->column, c->name) &&
            civil_read(f->values[0], &day[0]) &&
            civil_read(f->values[1], &day[1]) &&
            (days_between(day[0], day[1]) < 1.5 ||
             (double)c->distinct * days_between(day[0], day[1]) <
                 1.5 * (days_between(all[0], all[1]) + 1)))
            return true;
    }
    return false;
}

/* Is the column fixed to one value, or split by groups or sides? */
static bool is_distinguished(const struct binder *b,
                             const struct schema_column *c)
{
    const struct query_spec *s = &b->out->spec;
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        if (s->filters[i].op == FILTER_EQ &&
            str_eq(s->filters[i].column, c->name))
            return true;
    }
    for (i = 0; i < s->n_groups; i++) {
        if (str_eq(s->groups[i].column, c->name))
            return true;
    }
    return false;
}

bool bind_is_single(const struct binder *b)
{
    size_t n;
    const struct schema_column *dates =
        b->dates ? b->dates : bind_about(b, 0, COLUMN_DATE, &n);
    size_t i;

    if (!dates || !dates->distinct || !is_one_date(&b->out->spec, dates))
        return false;
    for (i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];
        double rows = (double)c->distinct * (double)dates->distinct;

        if (c->kind == COLUMN_TEXT && c->distinct > 1 &&
            is_distinguished(b, c) && rows > 0.9 * (double)b->t->rows &&
            rows < 1.1 * (double)b->t->rows)
            return true;
    }
    return false;
}

void bind_label_cells(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    const struct schema_column *c = b->dates ? b->dates : bind_named_dates(b);
    size_t i;

    s->kind = SPEC_CELLS;
    for (i = 0; !c && i < b->t->n_columns; i++) {
        if (b->t->columns[i].kind == COLUMN_DATE)
            c = &b->t->columns[i];
    }
    if (c && !is_one_date(s, c))
        bind_add_group(s, c->name, GRAIN_NONE);
    for (i = 0; i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];

        if (f->op == FILTER_IN || f->op == FILTER_CONTAINS)
            bind_add_group(s, f->column, GRAIN_NONE);
    }
}
