/* forms_contrast.c - what meets a condition compared with all that does not: members, others,
 * weekends and the other days. */
#include "ask/parse/forming.h"

#define REST_FILTERS 3
#define ALL_DAYS     0x7FU

/* One more filter like another, the first of side 1, it of side 2; NULL: no room. */
static struct spec_filter *add_side(struct query_spec *s, size_t filter)
{
    struct spec_filter *f = &s->filters[filter];
    struct spec_filter *g;

    if (s->n_filters == SPEC_MAX_FILTERS || f->side)
        return NULL;
    g = &s->filters[s->n_filters++];
    *g = *f;
    f->side = 1;
    g->side = 2;
    return g;
}

static bool against_rest(struct forming *x, size_t filter)
{
    struct query_spec *s = &x->now.spec;
    enum filter_op op;
    struct spec_filter *g;

    if (!spec_opposite(s->filters[filter].op, &op))
        return false;
    g = add_side(s, filter);
    if (g)
        g->op = op;
    return g != NULL;
}

/* Side 1 has these days of the week, side 2 all others, or those of a set; the values
 * of the filter are numbers of days. */
static bool days_apart(struct forming *x, size_t filter, unsigned first,
                       unsigned second)
{
    static const struct str day[] = {{"1", 1}, {"2", 1}, {"3", 1}, {"4", 1},
                                     {"5", 1}, {"6", 1}, {"7", 1}};
    const unsigned set[] = {first, second};
    struct query_spec *s = &x->now.spec;
    struct spec_filter *side[2];

    side[1] = first & second ? NULL : add_side(s, filter);
    side[0] = &s->filters[filter];
    if (!side[1])
        return false;
    for (unsigned k = 0; k < 2; k++) {
        struct str *days =
            arena_alloc_array(x->a, COUNT_OF(day), sizeof(*days), x->e);

        if (!days)
            return false;
        side[k]->values = days;
        side[k]->n = 0;
        for (unsigned d = 0; d < COUNT_OF(day); d++)
            if (set[k] >> d & 1)
                days[side[k]->n++] = day[d];
    }
    return side[0]->n && side[1]->n;
}

/* The days that were said, against those that were said next or all others. */
static bool weekdays_apart(struct forming *x, size_t filter)
{
    const struct state *st = x->slots->state;
    const unsigned first = st->period[0].weekdays;

    return days_apart(x, filter, first,
                      st->n_periods == 2 ? st->period[1].weekdays
                                         : ~first & ALL_DAYS);
}

/* What says that two are compared: 0 nothing, 4 only a negation. */
static uint32_t compared_by(const struct state *s)
{
    return state_has(s, CONCEPT_COMPARE)                              ? 1
           : state_has(s, CONCEPT_THAN) || state_has(s, CONCEPT_MORE) ? 2
           : state_has(s, CONCEPT_DIFFERENCE)                         ? 3
           : state_has(s, CONCEPT_NOT)                                ? 4
                                                                      : 0;
}

static void rest_of(struct forming *x, size_t filter, size_t choice,
                    enum spec_change_kind kind)
{
    bool days;

    form_begin(x);
    days = x->now.spec.filters[filter].view == VIEW_WEEKDAY;
    if (!form_main_measure(x, FORM_REST, choice) ||
        !(days ? weekdays_apart(x, filter) : against_rest(x, filter)))
        return;
    form_groups(x);
    x->now.spec.change.kind = kind;
    form_feature(x, F_OUTPUTS, FORM_REST, days, (uint32_t)choice,
                 kind == SPEC_CHANGE_TIMES);
    form_feature(x, F_OUTPUTS, FORM_REST + 100U,
                 (uint32_t)x->now.spec.filters[filter].op, filter > 0,
                 x->slots->n_said > 1);
    form_feature(x, F_OUTPUTS, FORM_REST + 200U, compared_by(x->slots->state),
                 FEATURE_NONE, FEATURE_NONE);
    form_end(x, FORM_REST);
}

void form_rests(struct forming *x)
{
    const struct slots *p = x->slots;
    const bool days = p->sides.grain == GRAIN_WEEKDAY;
    const size_t from = days ? p->sides.filter : 0;
    const size_t to = days ? from + 1 : p->n_said;

    if (days ? p->state->n_periods != 2
             : p->sides.n >= 2 || !compared_by(p->state))
        return;
    for (size_t i = from; i < to && i < from + REST_FILTERS; i++)
        for (size_t choice = 0; choice < FORM_CHOICES; choice++) {
            rest_of(x, i, choice, SPEC_CHANGE_GAP);
            rest_of(x, i, choice, SPEC_CHANGE_TIMES);
        }
}
