/* forms_compare.c - shares, sides, changes, conditions on groups, arithmetic of columns. */
#include "ask/parse/form.h"

#define SHARE_FILTERS 4 /* conditions of which each may be the part */

/* Which conditions are the part: all, the last, or one of them. */
static bool choose_part(struct forming *x, size_t which)
{
    struct query_spec *s = &x->now.spec;
    const size_t n = x->slots->n_said;

    for (size_t i = 0; i < n; i++)
        s->filters[i].part = (which == 0 || i + 1 == which) &&
                             (s->filters[i].op != FILTER_PERIOD || n == 1) &&
                             !s->filters[i].side;
    return spec_has_part(s) && (which > 0 || n > 0);
}

/* What a part is of a whole, by groups, or the group with the most of it. */
static void share_part(struct forming *x, size_t choice, size_t which,
                       bool sides, bool first)
{
    const struct sides *d = &x->slots->sides;
    const size_t n = x->slots->n_said;
    const struct state_column by = {.column = d->column,
                                    .grain = (uint8_t)d->grain};

    form_begin(x);
    if (!form_main_measure(x, FORM_SHARE_PART, choice))
        return;
    x->now.spec.share = true;
    if (sides)
        form_group(x, &by);
    if (!choose_part(x, which))
        return;
    if (sides && x->now.spec.filters[d->filter].part)
        return;
    form_feature(x, F_OUTPUTS, FORM_SHARE_PART,
                 which == 0   ? 1
                 : which == n ? 2
                              : 3,
                 (uint32_t)choice, n > 1);
    form_groups(x);
    if (first) {
        if (x->now.spec.n_groups == 0)
            return;
        form_limit(x, NULL);
    }
    form_feature(x, F_OUTPUTS, FORM_SHARE_PART, 20 + sides, first,
                 x->now.spec.n_groups > 0);
    form_end(x, FORM_SHARE_PART);
}

static void share_parts(struct forming *x, size_t choice)
{
    const size_t n = x->slots->n_said;
    const bool sides = x->slots->sides.n >= 2;
    const bool first = form_wants_extreme(x->slots->state);

    for (size_t which = 0; which <= n && which <= SHARE_FILTERS; which++) {
        if (n == 1 && which == 1)
            break;
        share_part(x, choice, which, false, false);
        if (first && x->slots->n_groups)
            share_part(x, choice, which, false, true);
        if (sides && which > 0)
            share_part(x, choice, which, true, false);
    }
}

void form_shares(struct forming *x)
{
    for (size_t choice = 0; choice < FORM_CHOICES; choice++) {
        share_parts(x, choice);
        form_begin(x);
        form_groups(x);
        if (x->now.spec.n_groups == 0 ||
            !form_main_measure(x, FORM_SHARE_GROUP, choice))
            continue;
        x->now.spec.share = true;
        form_end(x, FORM_SHARE_GROUP);
    }
}

/* The filter of the sides as two. */
static bool split_sides(struct forming *x, bool turned)
{
    const struct sides *d = &x->slots->sides;
    struct query_spec *s = &x->now.spec;
    struct spec_filter *f = &s->filters[d->filter];
    struct spec_filter *g;

    if (d->n != 2 || s->n_filters == SPEC_MAX_FILTERS)
        return false;
    g = &s->filters[s->n_filters++];
    *g = *f;
    f->side = 1;
    g->side = 2;
    if (f->op == FILTER_PERIOD) {
        f->n = g->n = 2;
        g->values = f->values + 2;
    } else {
        f->op = g->op = FILTER_EQ;
        g->values = &d->values[1];
        f->values = &d->values[0];
        f->n = g->n = 1;
    }
    s->change.names[turned] = d->names[0];
    s->change.names[!turned] = d->names[1];
    if (turned) {
        f->side = 2;
        g->side = 1;
    }
    return true;
}

/* The figure of each side, or of the one that has more. */
static bool figures_of_sides(struct forming *x, size_t choice, bool winner)
{
    const struct sides *d = &x->slots->sides;
    const struct state_column by = {.column = d->column,
                                    .grain = (uint8_t)d->grain};

    form_begin(x);
    form_group(x, &by);
    form_groups(x);
    if (!form_main_measure(x, FORM_SIDES, choice))
        return false;
    x->now.spec.groups[0].grain = d->grain;
    if (winner) {
        x->now.spec.order = ORDER_MEASURE;
        x->now.spec.descending = !form_is_low(x->slots->state);
        x->now.spec.limit = 1;
    }
    form_feature(x, F_OUTPUTS, FORM_SIDES, winner, (uint32_t)choice,
                 FEATURE_NONE);
    form_end(x, FORM_SIDES);
    return true;
}

/* What lies between the sides; turned: from the second to the first. */
static void between_sides(struct forming *x, enum form form, size_t choice,
                          bool turned)
{
    form_begin(x);
    if (!form_main_measure(x, form, choice) || !split_sides(x, turned))
        return;
    form_groups(x);
    x->now.spec.change.kind = form == FORM_GAP     ? SPEC_CHANGE_GAP
                              : form == FORM_TIMES ? SPEC_CHANGE_TIMES
                                                   : SPEC_CHANGE_SIDES;
    form_feature(x, F_OUTPUTS, (uint32_t)form, (uint32_t)choice,
                 turned ? 1 : FEATURE_NONE, FEATURE_NONE);
    form_end(x, form);
}

/* From period to period, and up to each. */
static void series(struct forming *x, size_t choice)
{
    form_begin(x);
    if (!form_add_grain(x) || !form_main_measure(x, FORM_SERIES, choice))
        return;
    x->now.spec.change.kind = SPEC_CHANGE_SERIES;
    form_end(x, FORM_SERIES);
    form_begin(x);
    if (!form_add_grain(x) || !form_main_measure(x, FORM_RUNNING, choice))
        return;
    x->now.spec.running = true;
    form_end(x, FORM_RUNNING);
}

void form_comparisons(struct forming *x)
{
    for (size_t choice = 0; x->slots->sides.n >= 2 && choice < FORM_CHOICES;
         choice++) {
        if (figures_of_sides(x, choice, false))
            (void)figures_of_sides(x, choice, true);
        between_sides(x, FORM_GAP, choice, false);
        for (unsigned turned = 0; turned < 2; turned++) {
            between_sides(x, FORM_GROWTH, choice, turned);
            between_sides(x, FORM_TIMES, choice, turned);
        }
    }
    for (size_t choice = 0; form_may_grain(x) && choice < 2; choice++)
        series(x, choice);
}

/* Groups by a condition on their figure. */
void form_havings(struct forming *x)
{
    const struct slots *p = x->slots;
    uint16_t names[FORM_NAMES];
    const size_t n_names = p->n_groups ? 1 : form_names(x, names);

    for (size_t k = 0; p->having && k < n_names; k++)
        for (size_t choice = 0; choice < FORM_CHOICES; choice++)
            for (unsigned form = FORM_HAVING; form <= FORM_HAVING_COUNT;
                 form++) {
                form_begin(x);
                if (p->n_groups || form_may_grain(x))
                    form_groups_by(x, form_may_grain(x));
                else
                    form_show_name(x, (enum form)form, names[k], k);
                if (!form_main_measure(x, (enum form)form, choice))
                    break;
                x->now.spec.has_having = true;
                x->now.spec.having = (struct spec_having){
                    .measure = x->now.spec.measures[0],
                    .op = (enum filter_op)p->having->op,
                    .number = p->m->meaning[p->having->meaning].link->number};
                if (form == FORM_HAVING_COUNT)
                    x->now.spec.kind = SPEC_COUNTED;
                form_feature(x, F_OUTPUTS, form, (uint32_t)choice, FEATURE_NONE,
                             FEATURE_NONE);
                form_end(x, (enum form)form);
            }
}

/* Rows of which one column is over another. */
void form_column_pairs(struct forming *x)
{
    const struct slots *p = x->slots;
    uint16_t names[FORM_NAMES];
    const size_t n = form_names(x, names);
    struct str *value;

    if (p->n_measures != 2 || !(state_has(p->state, CONCEPT_MORE) ||
                                state_has(p->state, CONCEPT_THAN) ||
                                state_has(p->state, CONCEPT_CMP)))
        return;
    value = arena_alloc(x->a, sizeof(*value), x->e);
    if (!value)
        return;
    *value = form_column(x, p->measure[1].column)->name;
    for (unsigned less = 0; less < 2; less++)
        for (size_t k = 0; k <= n; k++) {
            struct query_spec *s = &x->now.spec;

            form_begin(x);
            if (s->n_filters == SPEC_MAX_FILTERS)
                return;
            s->filters[s->n_filters++] = (struct spec_filter){
                .column = form_column(x, p->measure[0].column)->name,
                .op = less ? FILTER_LT : FILTER_GT,
                .literal = LITERAL_COLUMN,
                .values = value,
                .n = 1};
            if (k == 0) {
                form_groups(x);
                form_measure(x, AGG_COUNT, SLOT_NONE);
            } else {
                if (p->n_groups)
                    break;
                form_show_name(x, FORM_COLUMNS, names[k - 1], k - 1);
                s->kind = SPEC_CELLS;
            }
            form_feature(x, F_OUTPUTS, FORM_COLUMNS, less, k > 0,
                         p->state->ops.low);
            form_end(x, FORM_COLUMNS);
        }
}
