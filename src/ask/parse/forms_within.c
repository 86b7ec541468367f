/* forms_within.c - what is asked within groups: parts and places of each, those of which
 * no row is so; the first and last rows, the longest run. */
#include "ask/parse/forming.h"

#define NEVER_NAMES 3
#define EACH_ROW_ITS_OWN \
    4                  /* meanings_distinct() of a column without repetition */
#define MANY_ROWS 1000 /* more are no end of a file, but a year or an amount */

/* The second group within each value of the first. */
static bool two_groups(struct forming *x, bool turned)
{
    const struct slots *p = x->slots;

    form_begin(x);
    if (p->n_groups != 2)
        return false;
    form_group(x, &p->group[turned]);
    form_group(x, &p->group[!turned]);
    x->now.spec.each = 1;
    return x->now.spec.n_groups == 2;
}

static void within(struct forming *x, enum form form, size_t choice,
                   bool turned)
{
    struct query_spec *s = &x->now.spec;

    if (!two_groups(x, turned) || !form_main_measure(x, form, choice))
        return;
    if (form == FORM_SHARE_WITHIN) {
        s->share = true;
    } else {
        s->order = ORDER_MEASURE;
        s->descending = form_descends(
            x, x->slots->n_measures ? &x->slots->measure[0] : NULL);
    }
    form_feature(x, F_OUTPUTS, (uint32_t)form, turned, (uint32_t)choice,
                 x->slots->group[turned].by);
    form_end(x, form);
}

/* "share of each product within its category", "rank customers within country" */
void form_withins(struct forming *x)
{
    const struct state *s = x->slots->state;
    const bool share = state_has(s, CONCEPT_SHARE);
    const bool place = state_has(s, CONCEPT_SORT) || state_has(s, CONCEPT_TOP);

    if (!state_has(s, CONCEPT_WITHIN) || x->slots->limit)
        return;
    for (size_t choice = 0; choice < FORM_CHOICES; choice++)
        for (unsigned turned = 0; turned < 2; turned++) {
            if (share)
                within(x, FORM_SHARE_WITHIN, choice, turned);
            if (place)
                within(x, FORM_RANK_WITHIN, choice, turned);
        }
}

/* Is the part of what rows say? That a cell is empty, its row says itself. */
static bool is_of_rows(const struct query_spec *s)
{
    for (size_t i = 0; i < s->n_filters; i++)
        if (s->filters[i].part && (s->filters[i].op == FILTER_NULL ||
                                   s->filters[i].op == FILTER_NOT_NULL))
            return false;
    return true;
}

/* No row of a group is so, of which the groups are listed or counted. */
static void never_of(struct forming *x, size_t which, const uint16_t *name,
                     size_t rank)
{
    struct query_spec *s = &x->now.spec;

    for (unsigned counted = 0; counted < 2; counted++) {
        form_begin(x);
        if (name)
            form_show_name(x, FORM_NEVER, *name, rank);
        form_groups(x);
        if (s->n_groups == 0 || !form_choose_part(x, which) || !is_of_rows(s))
            return;
        s->has_having = true;
        s->having = (struct spec_having){.measure = {.agg = AGG_COUNT},
                                         .op = FILTER_EQ,
                                         .number = STR("0"),
                                         .part = true};
        if (counted)
            s->kind = SPEC_COUNTED;
        form_feature(x, F_OUTPUTS, FORM_NEVER, counted, which > 0,
                     state_has(x->slots->state, CONCEPT_MANY));
        form_end(x, FORM_NEVER);
    }
}

/* "customers who never ordered phones" */
void form_nevers(struct forming *x)
{
    const struct slots *p = x->slots;
    uint16_t names[FORM_NAMES];
    const size_t n = p->n_groups ? 0 : form_names(x, names);

    if (!state_has(p->state, CONCEPT_NEVER) || p->n_said == 0)
        return;
    for (size_t which = 0; which <= p->n_said && which <= 2; which++) {
        if (p->n_said == 1 && which == 1)
            break;
        if (p->n_groups)
            never_of(x, which, NULL, 0);
        for (size_t k = 0; k < n && k < NEVER_NAMES; k++)
            if (meanings_distinct(p->m, names[k]) < EACH_ROW_ITS_OWN)
                never_of(x, which, &names[k], k);
    }
}

/* "the last 5 rows": as they stand in the file. "Top" asks for an order. */
void form_end_rows(struct forming *x)
{
    const struct slots *p = x->slots;
    const struct state *s = p->state;
    const bool first = s->ops.time == 2 && state_has(s, CONCEPT_ORDINAL);
    const bool last = s->ops.time == 1;

    if ((!first && !last) || !p->limit || p->limit > MANY_ROWS || !s->n_rows ||
        s->n_columns)
        return;
    form_begin(x);
    x->now.spec.kind = SPEC_ROWS;
    x->now.spec.step.kind = last ? SPEC_STEP_LAST : SPEC_STEP_FIRST;
    x->now.spec.step.n = p->limit;
    form_feature(x, F_OUTPUTS, FORM_END_ROWS, last, FEATURE_NONE, FEATURE_NONE);
    form_end(x, FORM_END_ROWS);
}

/* "who stands in the eighth row?": what was said of one row of the file. */
void form_nth_row(struct forming *x)
{
    const struct slots *p = x->slots;

    if (!p->place || !p->state->n_rows || p->limit ||
        form_wants_extreme(p->state))
        return;
    form_begin(x);
    form_groups(x);
    for (size_t i = 0; i < p->n_measures; i++)
        form_group(x, &p->measure[i]);
    for (size_t i = 0; i < x->now.spec.n_groups; i++)
        x->now.spec.groups[i].grain = GRAIN_NONE;
    x->now.spec.kind = x->now.spec.n_groups ? SPEC_CELLS : SPEC_ROWS;
    x->now.spec.step = (struct spec_step){.kind = SPEC_STEP_NTH, .n = p->place};
    form_feature(x, F_OUTPUTS, FORM_END_ROWS, 2, form_small(p->n_groups),
                 form_small(p->n_measures));
    form_end(x, FORM_END_ROWS);
}

/* The most rows, one below the other, that are so. */
void form_runs(struct forming *x)
{
    const struct slots *p = x->slots;

    if (!state_has(p->state, CONCEPT_STREAK) || p->n_said == 0)
        return;
    form_begin(x);
    form_measure(x, AGG_RUN, SLOT_NONE);
    form_feature(x, F_OUTPUTS, FORM_STREAK, form_small(p->n_said), FEATURE_NONE,
                 FEATURE_NONE);
    form_end(x, FORM_STREAK);
}
