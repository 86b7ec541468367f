/* forms_related.c - rows that no row of another table belongs to: "customers without
 * orders". */
#include "ask/parse/forming.h"

#define UNRELATED_NAMES 3

/* The condition on the count; false: there is no room. */
static bool count_none(struct forming *x, const struct counted_way *w)
{
    static const struct str none[] = {{"0", 1}};
    struct query_spec *s = &x->now.spec;

    form_begin(x);
    if (s->n_filters == SPEC_MAX_FILTERS)
        return false;
    s->filters[s->n_filters++] = (struct spec_filter){.column = w->name,
                                                      .op = FILTER_EQ,
                                                      .literal = LITERAL_NUMBER,
                                                      .values = none,
                                                      .n = 1};
    x->now.counted = w;
    return true;
}

static void end_unrelated(struct forming *x, const struct counted_way *w,
                          uint32_t shown)
{
    const struct state *s = x->slots->state;

    form_feature(x, F_OUTPUTS, FORM_UNRELATED, (uint32_t)w->said, shown,
                 state_has(s, CONCEPT_MANY));
    form_feature(x, F_OUTPUTS, FORM_UNRELATED + 100U, w->way->forward,
                 s->negate || s->empty_waits, s->n_rows > 0);
    form_end(x, FORM_UNRELATED);
}

/* Does the question name the rows that have none, or those of which there are none? A
 * negation by itself is of no other table. */
static bool names_rows(const struct forming *x, const struct counted_way *w)
{
    const struct state *s = x->slots->state;

    return w->said != COUNTED_UNSAID || s->n_rows > 0 ||
           x->slots->n_groups > 0 || state_has(s, CONCEPT_WHO) ||
           state_has(s, CONCEPT_NEVER);
}

void form_unrelated(struct forming *x)
{
    const struct counted_rows *c = x->slots->counted;
    uint16_t names[FORM_NAMES];
    const size_t n = x->slots->n_groups ? 0 : form_names(x, names);
    const struct state *s = x->slots->state;

    if (!state_has(s, CONCEPT_NOT) && !state_has(s, CONCEPT_EMPTY) &&
        !state_has(s, CONCEPT_NEVER))
        return;
    for (size_t i = 0; i < c->n; i++) {
        const struct counted_way *w = &c->way[i];

        if (!names_rows(x, w))
            continue;
        if (!count_none(x, w))
            return;
        form_groups(x);
        form_measure(x, AGG_COUNT, SLOT_NONE);
        end_unrelated(x, w, 0);
        for (size_t k = 0; k < n && k < UNRELATED_NAMES; k++) {
            (void)count_none(x, w);
            form_show_name(x, FORM_UNRELATED, names[k], k);
            x->now.spec.kind = SPEC_CELLS;
            end_unrelated(x, w, 1);
        }
        if (x->slots->n_groups) {
            (void)count_none(x, w);
            form_groups(x);
            end_unrelated(x, w, 2);
        }
    }
}
