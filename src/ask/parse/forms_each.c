/* forms_each.c - figures of what the rows are about: how many different ones, how much
 * of each on average, those that have all of several values. */
#include "ask/parse/forming.h"
#include "ask/parse/meaning_date.h"

#include <stdio.h>

#define EACH_KEYS     DEFAULT_KEYS
#define EACH_MEASURES 2
#define BOTH_NAMES    3

size_t form_keys(const struct forming *x, uint16_t *list)
{
    const struct table_defaults *d = x->slots->defaults;

    for (size_t i = 0; i < d->n_keys; i++)
        list[i] = d->key[i];
    return d->n_keys;
}

/* That a key was filled in. */
static void key_feature(struct forming *x, enum form form, uint16_t key,
                        size_t rank)
{
    form_feature(x, F_IMPLIED, IMPLIED_KEY, (uint32_t)rank,
                 x->slots->m->naming[key], (uint32_t)form);
}

bool form_key_measure(struct forming *x, enum form form, size_t rank)
{
    uint16_t keys[EACH_KEYS];

    if (rank >= form_keys(x, keys))
        return false;
    form_measure(x, AGG_DISTINCT, keys[rank]);
    key_feature(x, form, keys[rank], rank);
    return true;
}

/* How many days or months there are rows of. */
static void periods_counted(struct forming *x)
{
    char pattern[32];
    const struct slots *p = x->slots;
    const enum grain grain = (enum grain)p->state->ops.grain;

    if (p->date == SLOT_NONE || grain == GRAIN_NONE || grain > GRAIN_YEAR ||
        grain == GRAIN_QUARTER || !state_has(p->state, CONCEPT_MANY) ||
        form_column(x, p->date)->kind != COLUMN_DATE)
        return;
    form_begin(x);
    for (size_t i = 0; i < p->n_groups; i++)
        if (p->group[i].column != p->date)
            form_group(x, &p->group[i]);
    (void)snprintf(pattern, sizeof(pattern), "distinct(%s(A))",
                   grain_name(grain));
    if (!form_formula(x, pattern, &p->date, 1))
        return;
    form_feature(x, F_OUTPUTS, FORM_DISTINCT, 70, (uint32_t)grain,
                 p->n_groups > 0);
    form_end(x, FORM_DISTINCT);
}

/* How many orders, where an order has several rows. */
void form_keys_counted(struct forming *x)
{
    const struct state *s = x->slots->state;
    const bool extreme = form_wants_extreme(s);

    periods_counted(x);
    for (unsigned grain = 0; grain <= (unsigned)form_may_grain(x); grain++)
        for (size_t k = 0; k < EACH_KEYS; k++)
            for (unsigned most = 0; most <= (unsigned)extreme; most++) {
                const enum form form =
                    most ? FORM_DISTINCT_EXTREME : FORM_DISTINCT;

                form_begin(x);
                form_groups_by(x, grain);
                if ((most && x->now.spec.n_groups == 0) ||
                    !form_key_measure(x, form, k))
                    continue;
                if (most)
                    form_limit(x, NULL);
                form_feature(x, F_OUTPUTS, (uint32_t)form, 60, grain,
                             s->n_rows > 0);
                form_end(x, form);
            }
}

/* What of the column below counts how many share. */
enum below {
    BELOW_DISTINCT, /* its different values */
    BELOW_MOST,     /* the same number in each row: the population of a town */
    BELOW_SUM
};

/* What is put on each: of a column, or rows. */
struct each {
    uint16_t upper; /* SLOT_NONE: rows */
    bool distinct;  /* different ones of it */
    uint16_t lower; /* one of which each is */
    enum below below;
    bool period;   /* of it, the state's grain */
    uint16_t left; /* a group that was removed */
    uint32_t rank; /* how much of it was filled in */
};

static bool pattern_of(const struct forming *x, const struct each *w,
                       char *pattern, size_t size)
{
    static const char *const below[] = {[BELOW_DISTINCT] = "distinct",
                                        [BELOW_MOST] = "max",
                                        [BELOW_SUM] = "sum"};
    const char *upper = w->upper == SLOT_NONE ? "count(1)"
                        : w->distinct         ? "distinct(A)"
                                              : "sum(A)";
    const enum grain grain = (enum grain)x->slots->state->ops.grain;

    if (w->period && (grain == GRAIN_NONE || grain > GRAIN_YEAR))
        return false;
    if (w->period)
        (void)snprintf(pattern, size, "%s/distinct(%s(B))", upper,
                       grain_name(grain));
    else
        (void)snprintf(pattern, size, "%s/%s(B)", upper, below[w->below]);
    return true;
}

/* The groups but the one that shares; false: they have periods. */
static bool other_groups(struct forming *x, const struct each *w)
{
    const struct slots *p = x->slots;

    form_begin(x);
    for (size_t i = 0; i < p->n_groups; i++)
        if (p->group[i].column != w->left)
            form_group(x, &p->group[i]);
    for (size_t i = 0; i < x->now.spec.n_groups; i++)
        if (x->now.spec.groups[i].grain)
            return false;
    return true;
}

static void each_of(struct forming *x, const struct each *w)
{
    const uint16_t pair[2] = {w->upper == SLOT_NONE ? w->lower : w->upper,
                              w->lower};
    const bool most = form_wants_extreme(x->slots->state);
    char pattern[64];

    if (!pattern_of(x, w, pattern, sizeof(pattern)))
        return;
    for (unsigned first = 0; first <= (unsigned)most; first++) {
        const enum form form = first ? FORM_FORMULA_EXTREME : FORM_EACH;

        if (!other_groups(x, w) || (first && !x->now.spec.n_groups) ||
            !form_formula(x, pattern, pair, 2))
            return;
        if (first)
            form_limit(x, NULL);
        form_feature(x, F_OUTPUTS, (uint32_t)form,
                     feature_word(str_from(pattern)), w->rank,
                     w->left != SLOT_NONE);
        form_end(x, form);
    }
}

/* All that may be put on each of one. */
static void uppers(struct forming *x, struct each w)
{
    const struct slots *p = x->slots;
    uint16_t list[STATE_COLUMNS];
    uint16_t keys[EACH_KEYS];
    bool implied;
    const size_t n = form_measures(x, list, &implied);
    const size_t n_keys = form_keys(x, keys);
    const uint32_t rank = w.rank;

    for (size_t i = 0; i < n && i < EACH_MEASURES; i++) {
        if (form_nature(x, list[i]) == NATURE_DATE || list[i] == w.lower)
            continue;
        w.upper = list[i];
        w.rank = rank + (implied ? 4 + (uint32_t)i : 0);
        each_of(x, &w);
    }
    if (p->n_measures)
        return;
    w.rank = rank;
    w.upper = SLOT_NONE;
    each_of(x, &w);
    w.distinct = true;
    for (size_t i = 0; i < n_keys; i++) {
        w.upper = keys[i];
        w.rank = rank + 8 + (uint32_t)i;
        if (keys[i] != w.lower)
            each_of(x, &w);
    }
}

/* "calls per resident": shared by a number that a column says. */
static void shared_by_number(struct forming *x)
{
    const struct slots *p = x->slots;

    for (size_t i = 0; i < p->n_groups; i++) {
        struct each w = {.lower = p->group[i].column,
                         .left = p->group[i].column,
                         .rank = p->group[i].by};

        if (!p->group[i].by ||
            !nature_is_measure(form_nature(x, p->group[i].column)))
            continue;
        w.below = BELOW_MOST;
        uppers(x, w);
        w.below = BELOW_SUM;
        uppers(x, w);
    }
}

/* So much of each on average: each of a group, of what rows are about, of a period. */
void form_each(struct forming *x)
{
    const struct slots *p = x->slots;
    const struct state *s = p->state;
    uint16_t keys[EACH_KEYS];
    const size_t n_keys = form_keys(x, keys);

    shared_by_number(x);
    if (!(s->ops.aggs & 1U << AGG_AVG) && !state_has(s, CONCEPT_RATE) &&
        !state_has(s, CONCEPT_ARITHMETIC))
        return;
    for (size_t i = 0; i < p->n_groups; i++)
        uppers(x, (struct each){.lower = p->group[i].column,
                                .left = p->group[i].column,
                                .rank = p->group[i].by});
    for (size_t i = 0; i < n_keys; i++)
        uppers(x, (struct each){.lower = keys[i],
                                .left = SLOT_NONE,
                                .rank = 16 + (uint32_t)i});
    if (p->date != SLOT_NONE && s->ops.grain &&
        form_column(x, p->date)->kind == COLUMN_DATE)
        uppers(x, (struct each){.lower = p->date,
                                .period = true,
                                .left = p->date,
                                .rank = 32});
}

/* The groups, or a column that names the row. */
static bool named(struct forming *x, enum form form, const uint16_t *name,
                  size_t rank)
{
    form_begin(x);
    if (name)
        form_show_name(x, form, *name, rank);
    form_groups(x);
    return x->now.spec.n_groups > 0;
}

static bool is_group(const struct forming *x, uint16_t column)
{
    for (size_t i = 0; i < x->now.spec.n_groups; i++)
        if (str_eq(x->now.spec.groups[i].column, form_column(x, column)->name))
            return true;
    return false;
}

/* Those that have rows with each of several values of a column. */
void form_both(struct forming *x)
{
    const struct slots *p = x->slots;
    const struct sides *d = &p->sides;
    uint16_t names[FORM_NAMES];
    const size_t n = p->n_groups ? 1 : form_names(x, names);
    const size_t values =
        d->column == SLOT_NONE ? 0 : p->base.filters[d->filter].n;

    if (d->n < 2 || d->grain || values > 9 ||
        p->base.filters[d->filter].op != FILTER_IN)
        return;
    for (size_t k = 0; k < n && k < BOTH_NAMES; k++)
        for (unsigned counted = 0; counted < 2; counted++) {
            struct query_spec *s = &x->now.spec;

            if (!named(x, FORM_BOTH, p->n_groups ? NULL : &names[k], k) ||
                is_group(x, d->column))
                break;
            s->has_having = true;
            s->having = (struct spec_having){
                .measure = {.agg = AGG_DISTINCT,
                            .column = form_column(x, d->column)->name},
                .op = FILTER_EQ,
                .number = str_slice(STR("0123456789"), values, values + 1)};
            if (counted)
                s->kind = SPEC_COUNTED;
            form_feature(x, F_OUTPUTS, FORM_BOTH, counted,
                         (uint32_t)p->n_groups, FEATURE_NONE);
            form_end(x, FORM_BOTH);
        }
}

/* The aggregates that were said, by an adjective as well: "the lightest and the
 * heaviest". */
static uint32_t figures_said(const struct state *s)
{
    return (uint32_t)s->ops.aggs | (s->ops.super & 1U) << AGG_MAX |
           (s->ops.super >> 1 & 1U) << AGG_MIN;
}

/* All that was said of one measure, and how many rows: orders, their value, and what
 * they are worth on average. */
static void figures_of(struct forming *x, uint16_t column, bool counted,
                       bool grain, size_t rank)
{
    const struct state *s = x->slots->state;

    form_begin(x);
    form_groups_by(x, grain);
    if (counted)
        form_measure(x, AGG_COUNT, SLOT_NONE);
    for (unsigned a = AGG_SUM; a <= AGG_RANGE; a++)
        if (figures_said(s) >> a & 1)
            form_measure(x, (enum agg)a, column);
    form_feature(x, F_IMPLIED, IMPLIED_MEASURE, (uint32_t)rank,
                 (uint32_t)form_nature(x, column), FORM_FIGURES);
    form_feature(x, F_OUTPUTS, FORM_FIGURES, counted, grain, s->n_rows > 0);
    form_end(x, FORM_FIGURES);
}

void form_figures(struct forming *x)
{
    const struct state *s = x->slots->state;
    const uint32_t said = figures_said(s);
    const bool several = said & (said - 1);
    uint16_t list[STATE_COLUMNS];
    bool implied;
    const size_t n = form_measures(x, list, &implied);

    if (!said || x->slots->n_measures > 1)
        return;
    for (unsigned grain = 0; grain <= (unsigned)form_may_grain(x); grain++)
        for (size_t i = 0; i < n && i < EACH_MEASURES; i++) {
            if (form_nature(x, list[i]) == NATURE_DATE)
                continue;
            if (several)
                figures_of(x, list[i], false, grain, implied ? i + 1 : 0);
            if (state_has(s, CONCEPT_MANY) || s->n_rows > 0)
                figures_of(x, list[i], true, grain, implied ? i + 1 : 0);
        }
}

/* Of the first and the last date, both. */
void form_date_ends(struct forming *x)
{
    const struct slots *p = x->slots;
    const uint16_t ends = 1U << AGG_MIN | 1U << AGG_MAX;
    size_t n = 0;

    if (p->state->ops.time != 3 && (p->state->ops.aggs & ends) != ends)
        return;
    for (size_t i = 0; i < p->m->table->n_columns && n < 2; i++) {
        if (!meanings_dates_rows(p->m, i))
            continue;
        form_begin(x);
        form_groups(x);
        form_measure(x, AGG_MIN, (uint16_t)i);
        form_measure(x, AGG_MAX, (uint16_t)i);
        form_feature(x, F_OUTPUTS, FORM_FIGURES, 20, (uint32_t)n++,
                     FEATURE_NONE);
        form_end(x, FORM_FIGURES);
    }
}

/* Of the groups with enough rows the one with the most of a measure. */
void form_having_extremes(struct forming *x)
{
    const struct slots *p = x->slots;
    uint16_t names[FORM_NAMES];
    const size_t n = p->n_groups ? 1 : form_names(x, names);

    if (!p->having || !form_wants_extreme(p->state))
        return;
    for (size_t k = 0; k < n && k < BOTH_NAMES; k++)
        for (size_t choice = 1; choice < FORM_CHOICES; choice++) {
            struct query_spec *s = &x->now.spec;

            if (!named(x, FORM_HAVING_EXTREME, p->n_groups ? NULL : &names[k],
                       k) ||
                !form_main_measure(x, FORM_HAVING_EXTREME, choice))
                continue;
            s->has_having = true;
            s->having = (struct spec_having){
                .measure = {.agg = AGG_COUNT},
                .op = (enum filter_op)p->having->op,
                .number = p->m->meaning[p->having->meaning].link->number};
            form_limit(x, p->n_measures ? &p->measure[0] : NULL);
            s->place = 0;
            form_feature(x, F_OUTPUTS, FORM_HAVING_EXTREME, (uint32_t)choice,
                         FEATURE_NONE, FEATURE_NONE);
            form_end(x, FORM_HAVING_EXTREME);
        }
}
