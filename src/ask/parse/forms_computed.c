/*
 * forms_computed.c - measures that columns make together: profit, a margin, free places; by
 * groups, and what has the most of them.
 */
#include "ask/parse/forming.h"
#include "ask/parse/meaning_computed.h"

#include <stdio.h>

#define PATTERN_BYTES 64

/* What a figure is by, in F_OUTPUTS. */
enum made_by { BY_NOTHING, BY_PERIOD, BY_NAMES, BY_GROUPS, BY_GRAIN, BY_SIDES };

/* How one is put together of the rows. */
struct making {
    const struct computed_measure *computed;
    char pattern[PATTERN_BYTES];
    uint32_t agg; /* enum agg of what is not divided */
};

static void computed_feature(struct forming *x, const struct making *k,
                             uint32_t how)
{
    form_feature(x, F_OUTPUTS, FORM_COMPUTED, how,
                 k->computed->below[0] != '\0', k->computed->is_percent);
    form_feature(x, F_OUTPUTS, FORM_COMPUTED + 100U, k->agg,
                 x->slots->state->ops.aggs >> k->agg & 1,
                 k->computed->aggregate);
}

static void by_groups(struct forming *x, const struct making *k, bool grain)
{
    form_begin(x);
    form_groups_by(x, grain);
    if (!form_formula(x, k->pattern, k->computed->column, k->computed->n))
        return;
    computed_feature(x, k, grain ? BY_PERIOD : BY_NOTHING);
    form_end(x, FORM_COMPUTED);
}

/* The most of it, as the spec has its groups by now. */
static void extreme(struct forming *x, const struct making *k, uint32_t how)
{
    if (!form_formula(x, k->pattern, k->computed->column, k->computed->n))
        return;
    form_limit(x, NULL);
    computed_feature(x, k, how);
    form_end(x, FORM_COMPUTED);
}

/* The most of it by the groups or by what names a row, and by periods. */
static void extremes(struct forming *x, const struct making *k)
{
    const size_t groups = x->slots->n_groups;
    uint16_t names[FORM_NAMES];
    const size_t n = groups ? 1 : form_names(x, names);

    for (size_t i = 0; i < n; i++) {
        form_begin(x);
        if (!groups)
            form_show_name(x, FORM_COMPUTED, names[i], i);
        form_groups(x);
        extreme(x, k, groups ? BY_GROUPS : BY_NAMES);
    }
    if (!form_may_grain(x))
        return;
    form_begin(x);
    form_groups_by(x, true);
    extreme(x, k, BY_GRAIN);
}

/* Of each of the values side by side. */
static void by_sides(struct forming *x, const struct making *k)
{
    form_begin(x);
    if (!form_side_group(x))
        return;
    form_groups(x);
    if (!form_formula(x, k->pattern, k->computed->column, k->computed->n))
        return;
    computed_feature(x, k, BY_SIDES);
    form_end(x, FORM_COMPUTED);
}

static void make(struct forming *x, const struct making *k)
{
    by_sides(x, k);
    for (unsigned grain = 0; grain <= (unsigned)form_may_grain(x); grain++)
        by_groups(x, k, grain);
}

/* Is an end of an order asked for? "Fewer", which stands in many words, is none. */
static bool asks_end(const struct state *s)
{
    return state_has(s, CONCEPT_MOST) || state_has(s, CONCEPT_LIKE) ||
           state_has(s, CONCEPT_TOP) || s->ops.super ||
           (s->ops.aggs & (1U << AGG_MAX | 1U << AGG_MIN));
}

/* Is something asked for that has the most, or the least? */
static bool wants_extremes(const struct forming *x)
{
    return asks_end(x->slots->state) || x->slots->limit || x->slots->place ||
           state_has(x->slots->state, CONCEPT_SORT);
}

/* Over another: of sums, since a mean of rates is no rate. */
static void ratio(struct forming *x, const struct computed_measure *computed)
{
    struct making k = {.computed = computed, .agg = AGG_SUM};

    (void)snprintf(k.pattern, sizeof(k.pattern), "%ssum(%s)/%s(%s)",
                   computed->is_percent ? "100*" : "", computed->above,
                   computed->counts ? "distinct" : "sum", computed->below);
    make(x, &k);
    if (wants_extremes(x))
        extremes(x, &k);
}

/* What is computed of that of each row: as it was said, else as is usual. */
static void of_rows(struct forming *x, const struct computed_measure *computed)
{
    static const struct {
        enum agg agg;
        const char *opens;
    } aggs[] = {{AGG_SUM, "sum("},
                {AGG_AVG, "avg("},
                {AGG_MAX, "max("},
                {AGG_MIN, "min("},
                {AGG_MEDIAN, "median("}};
    const enum agg usual = computed->aggregate == LEX_MEAN ? AGG_AVG : AGG_SUM;
    const struct state *s = x->slots->state;
    const enum agg end = form_descends(x, NULL) ? AGG_MAX : AGG_MIN;

    for (size_t i = 0; i < COUNT_OF(aggs); i++) {
        const enum agg agg = aggs[i].agg;
        struct making k = {.computed = computed, .agg = agg};

        (void)snprintf(k.pattern, sizeof(k.pattern), "%s%s)", aggs[i].opens,
                       computed->above);
        if (agg == usual || s->ops.aggs >> agg & 1 ||
            (agg == end && asks_end(s)))
            make(x, &k);
        if (agg == usual && wants_extremes(x))
            extremes(x, &k);
    }
}

void form_computed(struct forming *x)
{
    const struct slots *p = x->slots;
    const struct computed_measure *computed =
        p->m->meaning[p->state->computed - 1].computed;

    if (computed->below[0])
        ratio(x, computed);
    else
        of_rows(x, computed);
}
