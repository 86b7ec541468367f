#include "ask/parse/forms.h"

#include "ask/parse/forming.h"

static void sort_groups(struct forming *x)
{
    if (!state_has(x->slots->state, CONCEPT_SORT))
        return;
    x->now.spec.order = ORDER_MEASURE;
    x->now.spec.descending = !form_sorts_up(x->slots->state);
}

/* How many different ones of a group there are, by the others. */
static void distinct_of(struct forming *x, size_t at, bool grain)
{
    const struct slots *p = x->slots;

    form_begin(x);
    for (size_t k = 0; k < p->n_groups; k++)
        if (k != at)
            form_group(x, &p->group[k]);
    if (grain)
        (void)form_add_grain(x);
    form_measure(x, AGG_DISTINCT, p->group[at].column);
    form_feature(x, F_OUTPUTS, FORM_DISTINCT, p->group[at].by,
                 (uint32_t)form_nature(x, p->group[at].column),
                 grain ? 1 : FEATURE_NONE);
    form_end(x, FORM_DISTINCT);
}

static void counts(struct forming *x)
{
    for (unsigned grain = 0; grain <= (unsigned)form_may_grain(x); grain++) {
        form_begin(x);
        form_groups_by(x, grain);
        form_measure(x, AGG_COUNT, SLOT_NONE);
        form_feature(x, F_OUTPUTS, FORM_COUNT, grain, x->slots->n_groups > 0,
                     FEATURE_NONE);
        sort_groups(x);
        form_end(x, FORM_COUNT);
        form_end_without_blanks(x, FORM_COUNT);
    }
    for (unsigned grain = 0; grain <= (unsigned)form_may_grain(x); grain++)
        for (size_t i = 0; i < x->slots->n_groups; i++)
            distinct_of(x, i, grain);
}

/* An aggregate, and whether it and its measure were said. */
struct summing {
    enum agg agg;
    bool said;
    bool implied;
};

/* All measures by one aggregate, or one by all that were said. */
static void aggregates_of(struct forming *x, const struct summing *a,
                          const uint16_t *list, size_t n, size_t rank,
                          bool grain)
{
    const enum agg agg = a->agg;
    const bool said = a->said;
    const bool implied = a->implied;

    form_begin(x);
    form_groups_by(x, grain);
    for (size_t i = 0; i < n; i++) {
        if (form_nature(x, list[i]) == NATURE_DATE && agg != AGG_MIN &&
            agg != AGG_MAX)
            return;
        form_measure(x, agg, list[i]);
        form_aggregate_feature(x, agg, said, list[i]);
    }
    if (implied)
        form_feature(x, F_IMPLIED, IMPLIED_MEASURE, (uint32_t)rank,
                     (uint32_t)form_nature(x, list[0]), FORM_AGGREGATE);
    form_feature(x, F_OUTPUTS, FORM_AGGREGATE, grain, implied, said);
    sort_groups(x);
    form_end(x, FORM_AGGREGATE);
    form_end_without_blanks(x, FORM_AGGREGATE);
}

static void sums(struct forming *x)
{
    uint16_t list[STATE_COLUMNS];
    enum agg aggs[FORM_AGGS];
    bool implied;
    bool said;
    const size_t n = form_measures(x, list, &implied);
    const size_t n_aggs = form_aggregates(x, aggs, &said);

    for (unsigned grain = 0; grain <= (unsigned)form_may_grain(x); grain++)
        for (size_t k = 0; k < n_aggs; k++) {
            const struct summing a = {aggs[k], said, implied};

            if (!implied && n)
                aggregates_of(x, &a, list, n, 0, grain);
            for (size_t i = 0; implied && i < n; i++)
                aggregates_of(x, &a, &list[i], 1, i, grain);
        }
    if (n_aggs > 1 && said && !implied && n == 1) {
        form_begin(x);
        form_groups(x);
        for (size_t k = 0; k < n_aggs; k++)
            form_measure(x, aggs[k], list[0]);
        form_feature(x, F_OUTPUTS, FORM_AGGREGATE, 9, FEATURE_NONE,
                     FEATURE_NONE);
        form_end(x, FORM_AGGREGATE);
    }
    if (!state_has(x->slots->state, CONCEPT_MANY) ||
        (implied && !state_has(x->slots->state, CONCEPT_MUCH)))
        return;
    for (size_t i = 0; i < n; i++) { /* how many, and how much */
        form_begin(x);
        form_groups(x);
        form_measure(x, AGG_COUNT, SLOT_NONE);
        form_measure(x, aggs[0], list[i]);
        if (implied)
            form_feature(x, F_IMPLIED, IMPLIED_MEASURE, (uint32_t)i,
                         (uint32_t)form_nature(x, list[i]), FORM_COUNT_AND);
        form_end(x, FORM_COUNT_AND);
    }
}

/* What rows are shown by, besides what was said. */
struct showing {
    const uint16_t *name; /* name[n] that nobody said */
    size_t n;
    size_t rank;
};

/* The groups that "by" stands before, or those others. */
static void groups_of(struct forming *x, bool by)
{
    for (size_t i = 0; i < x->slots->n_groups; i++)
        if (x->slots->group[i].by == by)
            form_group(x, &x->slots->group[i]);
}

static void cells_of(struct forming *x, enum form form,
                     const struct showing *by)
{
    const struct slots *p = x->slots;

    form_begin(x);
    if (form == FORM_CELLS)
        x->now.spec.kind = SPEC_CELLS;
    groups_of(x, true); /* customers by city: in the order of the cities */
    for (size_t i = 0; i < by->n; i++)
        form_show_name(x, form, by->name[i], by->rank + i);
    groups_of(x, false);
    for (size_t i = 0; i < p->n_measures; i++)
        form_group(x, &p->measure[i]);
    if (x->now.spec.n_groups == 0)
        return;
    for (size_t i = 0; i < x->now.spec.n_groups; i++)
        x->now.spec.groups[i].grain = GRAIN_NONE;
    form_feature(x, F_OUTPUTS, (uint32_t)form, form_small(p->n_groups),
                 form_small(p->n_measures), (uint32_t)by->n);
    form_end(x, form);
}

/* Lists and look-ups. */
static void lists(struct forming *x)
{
    uint16_t names[FORM_NAMES];
    const size_t n = form_names(x, names);

    for (unsigned form = FORM_LIST; form <= FORM_CELLS; form++) {
        cells_of(x, (enum form)form, &(struct showing){.n = 0});
        for (size_t i = 0; i < n; i++)
            for (size_t k = 1; k <= (i == 0 && n > 1 ? 2 : 1); k++)
                cells_of(x, (enum form)form,
                         &(struct showing){&names[i], k, i});
    }
    if (x->slots->n_said == 0)
        return;
    form_begin(x);
    x->now.spec.kind = SPEC_ROWS;
    form_end(x, FORM_ROWS);
}

static bool may_be_range(const struct meanings *m, const struct state *s)
{
    const size_t n = slots_periods(m, s);

    return n > 0 && n <= 2 && !s->period[0].weekdays &&
           (s->period[0].range || (n == 2 && state_has(s, CONCEPT_TO)));
}

/* All forms, of slots that are filled. */
static void make_all(struct forming *x)
{
    const struct state *s = x->slots->state;

    if (s->computed) {
        form_computed(x);
        return;
    }
    if (x->slots->apart && slots_periods(x->slots->m, s) == 2) {
        form_comparisons(x);
        return;
    }
    counts(x);
    form_keys_counted(x);
    form_each(x);
    form_figures(x);
    form_date_ends(x);
    form_both(x);
    form_having_extremes(x);
    form_column_pairs(x);
    form_newest(x);
    sums(x);
    form_extreme_values(x);
    lists(x);
    if (form_wants_extreme(s) || x->slots->limit || x->slots->place) {
        form_extremes(x);
        form_count_extremes(x);
        form_group_bests(x);
        form_distinct_extremes(x);
        form_formula_extremes(x);
    }
    form_mixed(x);
    form_percentiles(x);
    form_correlations(x);
    form_withins(x);
    form_nevers(x);
    form_end_rows(x);
    form_nth_row(x);
    form_runs(x);
    form_unrelated(x);
    form_rests(x);
    form_places(x);
    form_durations(x);
    form_shares(x);
    form_comparisons(x);
    form_havings(x);
    form_formulas(x);
}

enum err forms_make(const struct forms_table *t, const struct state *s,
                    struct arena *a, struct formed_heap *out, struct error *e)
{
    const struct meanings *m = t->m;
    const size_t dates = slots_dates(m, s);
    const size_t n = dates * (may_be_range(m, s) ? 2 : 1);
    const size_t strict = n * (slots_negates(m, s) ? 2 : 1);
    const size_t all = strict * (slots_joins(m, s) ? 2 : 1);
    struct forming *x = arena_alloc(a, sizeof(*x), e);

    if (!x)
        return e->code;
    if (dates == 0) /* nothing that the periods could be of */
        return OK;
    for (size_t i = 0; i < all; i++) {
        struct slots *mine = arena_alloc(a, sizeof(*mine), e);

        if (!mine)
            return e->code;
        *mine = (struct slots){.state = s,
                               .m = m,
                               .defaults = t->defaults,
                               .counted = t->counted,
                               .a = a,
                               .strict = i % strict >= n,
                               .together = i >= strict,
                               .apart = i % n >= dates};
        if (slots_fill(mine, i % dates, e))
            return e->code;
        if (mine->impossible)
            continue;
        *x = (struct forming){.slots = mine,
                              .w = t->w,
                              .asked = t->asked,
                              .out = out,
                              .a = a,
                              .e = e};
        e->code = OK;
        make_all(x);
        if (e->code)
            return e->code;
    }
    return OK;
}
