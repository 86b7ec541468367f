#include "ask/parse/form_evidence.h"

/* Beside what waits in the first argument of F_UNUSED. */
#define UNUSED_COLUMNS 100

static bool in_measure(const struct spec_measure *m, struct str column)
{
    return str_eq(m->column, column) ||
           str_find(m->formula, column) < m->formula.n;
}

static bool in_filter(const struct spec_filter *f, struct str column)
{
    bool found = str_eq(f->column, column);

    for (size_t i = 0; i < f->n && f->literal >= LITERAL_COLUMN; i++)
        found = found || str_eq(f->values[i], column);
    return found;
}

/* Is it in some part of the spec? */
static bool in_spec(const struct query_spec *s, struct str column)
{
    bool found =
        str_eq(s->order_column, column) || str_eq(s->step.column, column) ||
        str_eq(s->compare.column, column) || str_eq(s->window.column, column) ||
        (s->has_having && in_measure(&s->having.measure, column));

    for (size_t i = 0; i < s->n_groups; i++)
        found = found || str_eq(s->groups[i].column, column);
    for (size_t i = 0; i < s->n_measures; i++)
        found = found || in_measure(&s->measures[i], column);
    for (size_t i = 0; i < s->n_filters; i++)
        found = found || in_filter(&s->filters[i], column);
    for (size_t i = 0; i < s->n_derived; i++)
        found = found || str_find(s->derived[i].formula, column) <
                             s->derived[i].formula.n;
    return found;
}

bool form_uses(const struct forming *x, struct str column)
{
    return in_spec(&x->now.spec, column);
}

void form_unused_feature(struct forming *x)
{
    const struct state *s = x->slots->state;
    uint32_t role = 0;
    size_t n = 0;

    if (x->now.spec.kind == SPEC_ROWS) /* they show all columns */
        return;
    for (size_t i = 0; i < s->n_columns; i++)
        if (!in_spec(&x->now.spec, form_column(x, s->column[i].column)->name)) {
            n++;
            role = s->column[i].role;
        }
    if (n)
        form_feature(x, F_UNUSED, UNUSED_COLUMNS, form_small(n), role,
                     x->now.form);
}
