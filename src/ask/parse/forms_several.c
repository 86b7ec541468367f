/* forms_several.c - several figures at once, the most different values. */
#include "ask/parse/forming.h"

enum agg form_usual(const struct forming *x, uint16_t column)
{
    return form_nature(x, column) == NATURE_RATE ||
                   x->slots->m->aggregate[column] == LEX_MEAN
               ? AGG_AVG
               : AGG_SUM;
}

/* Each measure by the aggregate that was said before it, or after it. */
static void mixed_of(struct forming *x, bool after, bool counted, bool grain)
{
    const struct slots *p = x->slots;
    const struct state *s = p->state;

    form_begin(x);
    form_groups_by(x, grain);
    if (counted)
        form_measure(x, AGG_COUNT, SLOT_NONE);
    for (size_t i = 0; i < p->n_measures; i++) {
        const struct state_column *c = &p->measure[i];
        const uint8_t said = after ? c->agg_after : c->agg_before;
        const enum agg agg = said ? (enum agg)said
                             : c->descending
                                 ? (c->descending == 2 ? AGG_MAX : AGG_MIN)
                                 : form_usual(x, c->column);

        if (form_nature(x, c->column) == NATURE_DATE && agg != AGG_MIN &&
            agg != AGG_MAX)
            return;
        form_measure(x, agg, c->column);
        form_aggregate_feature(x, agg, said > 0, c->column);
    }
    form_feature(x, F_OUTPUTS, FORM_MIXED, after, counted,
                 form_small(x->now.spec.n_measures));
    form_feature(x, F_OUTPUTS, FORM_MIXED, 10 + state_has(s, CONCEPT_MANY),
                 counted, grain);
    form_end(x, FORM_MIXED);
}

void form_mixed(struct forming *x)
{
    const struct slots *p = x->slots;
    const struct state *s = p->state;
    const bool counted = state_has(s, CONCEPT_MANY) || s->n_rows > 0;

    if (p->n_measures == 0 || (p->n_measures == 1 && !counted))
        return;
    for (unsigned grain = 0; grain <= (unsigned)form_may_grain(x); grain++)
        for (unsigned after = 0; after <= (unsigned)(s->ops.aggs > 0);
             after++) {
            if (p->n_measures > 1)
                mixed_of(x, after, false, grain);
            if (counted)
                mixed_of(x, after, true, grain);
        }
}

/* The group with the most different values of another. */
void form_distinct_extremes(struct forming *x)
{
    const struct slots *p = x->slots;

    for (unsigned grain = 0; grain <= (unsigned)form_may_grain(x); grain++)
        for (size_t i = 0; i < p->n_groups; i++) {
            form_begin(x);
            for (size_t k = 0; k < p->n_groups; k++)
                if (k != i)
                    form_group(x, &p->group[k]);
            if (grain)
                (void)form_add_grain(x);
            if (x->now.spec.n_groups == 0)
                continue;
            form_measure(x, AGG_DISTINCT, p->group[i].column);
            form_limit(x, NULL);
            form_feature(x, F_OUTPUTS, FORM_DISTINCT_EXTREME, p->group[i].by,
                         (uint32_t)form_nature(x, p->group[i].column), grain);
            form_end(x, FORM_DISTINCT_EXTREME);
        }
}
