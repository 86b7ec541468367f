#include "ask/parse/form_evidence.h"

/* Beside what waits in the first argument of F_UNUSED. */
#define UNUSED_COLUMNS 100

bool form_uses(const struct forming *x, struct str column)
{
    return spec_uses(&x->now.spec, column);
}

void form_unused_feature(struct forming *x)
{
    const struct state *s = x->slots->state;
    uint32_t role = 0;
    size_t n = 0;

    if (x->now.spec.kind == SPEC_ROWS) /* they show all columns */
        return;
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
