#include "ask/derive.h"

#include "ask/link/blank_texts.h"

/* Where a spec names a column of its rows, and not what it measures of them. */
static bool names_rows(const struct query_spec *s, struct str name)
{
    for (size_t i = 0; i < s->n_groups; i++) {
        if (str_eq(s->groups[i].column, name))
            return true;
    }
    for (size_t i = 0; i < s->n_filters; i++) {
        if (str_eq(s->filters[i].column, name))
            return true;
    }
    return (s->order == ORDER_COLUMN && str_eq(s->order_column, name)) ||
           str_eq(s->step.column, name) || str_eq(s->compare.column, name);
}

static bool measures(const struct query_spec *s, struct str name)
{
    for (size_t i = 0; i < s->n_measures; i++) {
        if (str_eq(s->measures[i].column, name))
            return true;
    }
    return s->has_having && str_eq(s->having.measure.column, name);
}

/* The formula is the aggregate: what was said of sums and averages is in it;
 * the smallest of it is another question. */
static bool put_formula(struct spec_measure *m, const struct schema_column *c)
{
    if (!str_eq(m->column, c->name) ||
        (m->agg == AGG_FORMULA && str_eq(m->formula, c->formula)))
        return true;
    if (m->agg != AGG_NONE && m->agg != AGG_SUM && m->agg != AGG_AVG)
        return false;
    *m = (struct spec_measure){
        .agg = AGG_FORMULA, .column = c->name, .formula = c->formula};
    return true;
}

static bool aggregate(const struct schema_column *c, struct query_spec *s)
{
    bool fits = !names_rows(s, c->name) && s->kind != SPEC_ROWS;

    for (size_t i = 0; i < s->n_measures; i++)
        fits &= put_formula(&s->measures[i], c);
    if (s->has_having)
        fits &= put_formula(&s->having.measure, c);
    return fits;
}

enum err derive_columns(const struct schema_table *t, struct query_spec *s,
                        const struct schema_column **misses, struct error *e)
{
    *misses = NULL;
    blank_texts_apply(t, s);
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        if (!c->formula.n || (!measures(s, c->name) && !names_rows(s, c->name)))
            continue;
        if (c->aggregated) {
            if (!aggregate(c, s))
                *misses = c;
            continue;
        }
        if (s->n_derived == SPEC_MAX_DERIVED)
            return error_set(
                e, ERR_LIMIT,
                "too many formulas in one question: the limit is %d",
                SPEC_MAX_DERIVED);
        s->derived[s->n_derived++] =
            (struct spec_derived){.name = c->name, .formula = c->formula};
    }
    return OK;
}

bool derive_is_there(const struct query_spec *s, const struct schema_column *c)
{
    for (size_t i = 0; i < s->n_derived; i++) {
        if (str_eq(s->derived[i].name, c->name))
            return true;
    }
    return c->formula.n == 0;
}
