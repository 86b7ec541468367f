#include "ask/parse/form_evidence.h"

/* Beside what waits in the first argument of F_UNUSED. */
#define UNUSED_COLUMNS 100

bool form_uses(const struct forming *x, struct str column)
{
    return spec_uses(&x->now.spec, column);
}

/* Are figures by the part of time that is said, where it is no unit of a period or of how
 * long something is? */
static void of_grain(struct forming *x)
{
    const struct state *s = x->slots->state;
    const struct query_spec *q = &x->now.spec;
    bool by = x->now.form == FORM_EACH;

    if ((!s->ops.grain && !state_has(s, CONCEPT_TREND)) || s->n_periods ||
        state_has(s, CONCEPT_LAST) || state_has(s, CONCEPT_DURATION) ||
        state_has(s, CONCEPT_SPAN) || state_has(s, CONCEPT_STREAK) ||
        !q->n_measures || q->placed ||
        (!by && q->measures[0].agg == AGG_FORMULA &&
         s->ops.grain == GRAIN_DAY)) /* days from one date to another */
        return;
    for (size_t i = 0; i < q->n_groups; i++)
        by = by || q->groups[i].grain;
    form_fits(x, FITS_GRAIN, by, state_has(s, CONCEPT_PERIODIC), FEATURE_NONE);
}

void form_unused_feature(struct forming *x)
{
    const struct state *s = x->slots->state;
    uint32_t role = 0;
    size_t n = 0;

    if (x->now.spec.kind == SPEC_ROWS) /* they show all columns */
        return;
    of_grain(x);
    for (size_t i = 0; i < s->n_columns; i++)
        if (!spec_uses(&x->now.spec,
                       form_column(x, s->column[i].column)->name)) {
            n++;
            role = s->column[i].role;
        }
    if (n)
        form_feature(x, F_UNUSED, UNUSED_COLUMNS, form_small(n), role,
                     x->now.form);
}
