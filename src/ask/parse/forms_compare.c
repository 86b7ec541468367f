/* forms_compare.c - shares, sides, changes, conditions on groups, arithmetic of columns. */
#include "ask/link/civil.h"
#include "ask/parse/form_evidence.h"

#define SIDE_MEASURES 2 /* that may be meant where none was said */
#define SHARE_FILTERS 4 /* conditions of which each may be the part */

bool form_choose_part(struct forming *x, size_t which)
{
    struct query_spec *s = &x->now.spec;
    const size_t n = x->slots->n_said;

    for (size_t i = 0; i < n; i++)
        s->filters[i].part = (which == 0 || i + 1 == which) &&
                             (s->filters[i].op != FILTER_PERIOD || n == 1) &&
                             !s->filters[i].side;
    return spec_has_part(s) && (which > 0 || n > 0);
}

/* Of those that have a value where the part has one: "of those who answered"; false:
 * all have. */
static bool share_of_answered(struct forming *x)
{
    struct query_spec *s = &x->now.spec;

    for (size_t i = 0; i < x->slots->n_said; i++) {
        const uint16_t column = form_index_of(x, s->filters[i].column);

        if (!s->filters[i].part || s->filters[i].op == FILTER_NULL ||
            s->filters[i].op == FILTER_NOT_NULL || column == SLOT_NONE ||
            !meanings_has_blanks(x->slots->m, column))
            continue;
        return spec_add_not_null(s, s->filters[i].column);
    }
    return false;
}

/* A share as it was. */
static void end_share(struct forming *x)
{
    form_end(x, FORM_SHARE_PART);
    form_again(x);
    if (!share_of_answered(x))
        return;
    form_feature(x, F_OUTPUTS, FORM_SHARE_PART, 30, FEATURE_NONE, FEATURE_NONE);
    form_end(x, FORM_SHARE_PART);
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
    if (!form_choose_part(x, which))
        return;
    if (sides && x->now.spec.filters[d->filter].part)
        return;
    form_feature(x, F_OUTPUTS, FORM_SHARE_PART,
                 which == 0   ? 1
                 : which == n ? 2
                              : 3,
                 (uint32_t)choice, n > 1);
    form_part_feature(x);
    form_groups(x);
    if (first) {
        if (x->now.spec.n_groups == 0)
            return;
        form_limit(x, NULL);
    }
    form_feature(x, F_OUTPUTS, FORM_SHARE_PART, 20 + sides, first,
                 x->now.spec.n_groups > 0);
    end_share(x);
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

/* Several figures of each side: measures, and how they are computed. */
struct side_figures {
    const uint16_t *measure;
    size_t n;
    size_t implied; /* the rank of a measure that nobody said, from 1 */
    bool counted;   /* and how many rows */
    bool said;      /* as it was said, and not as is usual */
};

/* One measure by all aggregates that were said, each of several by its own. */
static void side_measures(struct forming *x, const struct side_figures *w)
{
    const struct slots *p = x->slots;
    const unsigned aggs = p->state->ops.aggs;

    for (size_t i = 0; i < w->n; i++) {
        const struct state_column *c = w->implied ? NULL : &p->measure[i];
        const uint8_t beside = !c              ? 0
                               : c->agg_before ? c->agg_before
                                               : c->agg_after;

        if (w->said && w->n == 1)
            for (unsigned a = AGG_SUM; a <= AGG_RANGE; a++) {
                if (aggs >> a & 1)
                    form_measure(x, (enum agg)a, w->measure[i]);
            }
        else
            form_measure(x,
                         w->said && beside ? (enum agg)beside
                                           : form_usual(x, w->measure[i]),
                         w->measure[i]);
    }
}

/* How many of each side and how much. */
static void several_of_sides(struct forming *x, const struct side_figures *w)
{
    const struct sides *d = &x->slots->sides;
    const struct state_column by = {.column = d->column,
                                    .grain = (uint8_t)d->grain};

    for (size_t i = 0; i < w->n; i++)
        if (form_nature(x, w->measure[i]) == NATURE_DATE)
            return;
    form_begin(x);
    form_group(x, &by);
    form_groups(x);
    x->now.spec.groups[0].grain = d->grain;
    if (w->counted)
        form_measure(x, AGG_COUNT, SLOT_NONE);
    side_measures(x, w);
    if (x->now.spec.n_measures < 2)
        return;
    if (w->implied)
        form_feature(x, F_IMPLIED, IMPLIED_MEASURE, (uint32_t)w->implied - 1,
                     (uint32_t)form_nature(x, w->measure[0]), FORM_SIDES);
    form_feature(x, F_OUTPUTS, FORM_SIDES, w->counted ? 9 : 10,
                 state_has(x->slots->state, CONCEPT_MANY), FEATURE_NONE);
    form_end(x, FORM_SIDES);
}

/* "Paid and unpaid: how many and how much", "... how many, and the average fee" */
static void counts_of_sides(struct forming *x)
{
    const struct state *s = x->slots->state;
    uint16_t list[STATE_COLUMNS];
    bool implied;
    const size_t n = form_measures(x, list, &implied);
    const bool may_imply = state_has(s, CONCEPT_MANY) &&
                           (state_has(s, CONCEPT_MUCH) || s->ops.aggs);

    if (implied && !may_imply)
        return;
    for (unsigned said = 0; said <= (unsigned)(s->ops.aggs > 0); said++)
        for (unsigned counted = implied; counted < 2; counted++) {
            struct side_figures w = {list, n, 0, counted, said};

            if (!implied)
                several_of_sides(x, &w);
            for (size_t i = 0; implied && i < n && i < SIDE_MEASURES; i++) {
                w.measure = &list[i];
                w.n = 1;
                w.implied = i + 1;
                several_of_sides(x, &w);
            }
        }
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
    form_turned_feature(x, form, turned);
    form_end(x, form);
}

/* The one period that was said, with both ends; NULL if there is none, or several. */
static struct spec_filter *only_period(struct forming *x)
{
    struct query_spec *s = &x->now.spec;
    struct spec_filter *found = NULL;

    if (x->slots->state->n_periods != 1 || s->window.column.n ||
        s->n_filters == SPEC_MAX_FILTERS)
        return NULL;
    for (size_t i = 0; i < s->n_filters; i++)
        if (s->filters[i].op == FILTER_PERIOD)
            found = &s->filters[i];
    return found && found->n == 2 && found->values[0].n && found->values[1].n
               ? found
               : NULL;
}

/* As long as a period and right before it, into values[2]. */
static bool write_before(const struct forming *x, const struct str *period,
                         struct str *values)
{
    struct civil from;
    struct civil to;
    struct civil before;

    if (!civil_read(period[0], &from) || !civil_read(period[1], &to))
        return false;
    before = from.day == 1 && to.day == 1
                 ? civil_add_months(from, 12 * (from.year - to.year) +
                                              from.month - to.month)
                 : civil_add_days(from, civil_number(from) - civil_number(to));
    values[1] = period[0];
    return !civil_write(before, x->a, &values[0], x->e);
}

/* From the period before to the one that was said: "did sales grow in March?" */
static void since_before(struct forming *x, size_t choice)
{
    struct query_spec *s = &x->now.spec;
    struct spec_filter *f;
    struct spec_filter *g;
    struct str *values;

    form_begin(x);
    f = only_period(x);
    if (!f || !form_main_measure(x, FORM_GROWTH, choice))
        return;
    values = arena_alloc_array(x->a, 2, sizeof(*values), x->e);
    if (!values || !write_before(x, f->values, values))
        return;
    g = &s->filters[s->n_filters++];
    *g = *f;
    f->side = 2;
    g->side = 1;
    g->values = values;
    s->change.kind = SPEC_CHANGE_SIDES;
    s->change.names[0] = values[0];
    s->change.names[1] = f->values[0];
    form_groups(x);
    form_feature(x, F_OUTPUTS, FORM_GROWTH, 20, (uint32_t)choice,
                 state_has(x->slots->state, CONCEPT_YESNO));
    form_end(x, FORM_GROWTH);
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
    if (x->slots->sides.n >= 2)
        counts_of_sides(x);
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
    for (size_t choice = 0;
         state_has(x->slots->state, CONCEPT_CHANGE) && choice < FORM_CHOICES;
         choice++)
        since_before(x, choice);
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
                form_end_without_blanks(x, (enum form)form);
            }
}

/* How one column may be held against another: over it, under it, or as it was said
 * where both may be equal; list[3]. */
static size_t pair_comparisons(const struct forming *x, enum filter_op *list)
{
    const unsigned said = x->slots->state->cmp;
    size_t n = 0;

    list[n++] = FILTER_GT;
    list[n++] = FILTER_LT;
    if (said && (said - 1 == FILTER_EQ || said - 1 == FILTER_GE ||
                 said - 1 == FILTER_LE))
        list[n++] = (enum filter_op)(said - 1);
    return n;
}

/* Rows of which one column is over another: how many, or what names them. */
static void column_pair(struct forming *x, enum filter_op op,
                        const struct str *value, const uint16_t *name,
                        size_t rank)
{
    const struct slots *p = x->slots;
    struct query_spec *s = &x->now.spec;

    form_begin(x);
    if (s->n_filters == SPEC_MAX_FILTERS)
        return;
    s->filters[s->n_filters++] = (struct spec_filter){
        .column = form_column(x, p->measure[0].column)->name,
        .op = op,
        .literal = LITERAL_COLUMN,
        .values = value,
        .n = 1};
    if (name) {
        form_show_name(x, FORM_COLUMNS, *name, rank);
        s->kind = SPEC_CELLS;
    } else {
        form_groups(x);
        form_measure(x, AGG_COUNT, SLOT_NONE);
    }
    form_feature(x, F_OUTPUTS, FORM_COLUMNS,
                 op == FILTER_GT   ? 0
                 : op == FILTER_LT ? 1
                                   : 2 + (uint32_t)op,
                 name != NULL, p->state->ops.low);
    form_fits(x, FITS_COMPARED, (uint32_t)op, p->state->cmp,
              state_has(p->state, CONCEPT_MORE) ? 1U + p->state->ops.low : 0);
    form_end(x, FORM_COLUMNS);
}

void form_column_pairs(struct forming *x)
{
    const struct slots *p = x->slots;
    enum filter_op op[3];
    const size_t n_ops = pair_comparisons(x, op);
    uint16_t names[FORM_NAMES];
    const size_t n = p->n_groups ? 0 : form_names(x, names);
    struct str *value;

    if (p->n_measures != 2 || !(state_has(p->state, CONCEPT_MORE) ||
                                state_has(p->state, CONCEPT_THAN) ||
                                state_has(p->state, CONCEPT_CHANGE) ||
                                state_has(p->state, CONCEPT_CMP)))
        return;
    value = arena_alloc(x->a, sizeof(*value), x->e);
    if (!value)
        return;
    *value = form_column(x, p->measure[1].column)->name;
    for (size_t i = 0; i < n_ops; i++) {
        column_pair(x, op[i], value, NULL, 0);
        for (size_t k = 0; k < n; k++)
            column_pair(x, op[i], value, &names[k], k);
    }
}
