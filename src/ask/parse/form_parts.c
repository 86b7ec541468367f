/* form_parts.c - what several forms have: the measure, the name, the period, the limit. */
#include "ask/parse/forming.h"

#include <string.h>

/* Does the question ask for the small end? */
bool form_is_low(const struct state *s)
{
    return (s->ops.low & (LOW_MOST | LOW_TOP | LOW_MORE)) || (s->ops.super & 2);
}

bool form_sorts_up(const struct state *s)
{
    return (s->ops.low & LOW_SORT) || form_is_low(s);
}

bool form_wants_extreme(const struct state *s)
{
    return state_has(s, CONCEPT_MOST) || state_has(s, CONCEPT_LIKE) ||
           state_has(s, CONCEPT_TOP) || state_has(s, CONCEPT_MORE) ||
           state_has(s, CONCEPT_SORT) || s->ops.super ||
           (s->ops.aggs & (1U << AGG_MAX | 1U << AGG_MIN));
}

bool form_asks_range(const struct state *s)
{
    const unsigned ends = 1U << AGG_MIN | 1U << AGG_MAX;

    return (s->ops.aggs & ends) == ends || s->ops.super == 3 ||
           s->ops.time == 3;
}

/* The end of the order that an extreme is at: a measure's own, else the
 * question's. */
bool form_descends(const struct forming *x, const struct state_column *c)
{
    const struct state *s = x->slots->state;

    if (c && c->descending)
        return c->descending == 2;
    if (s->ops.aggs & 1U << AGG_MIN)
        return false;
    return !form_is_low(s);
}

/* Is the order by what went out, of which the most is the lowest? */
static bool is_outflow(const struct forming *x)
{
    const struct state *s = x->slots->state;
    const struct query_spec *q = &x->now.spec;

    for (size_t i = 0; i < s->n_numbers && q->n_measures; i++) {
        const struct state_number *n = &s->number[i];

        if (n->use == USE_COND && n->op == FILTER_LT &&
            x->slots->m->meaning[n->meaning].of_column &&
            str_eq(form_column(x, n->column)->name, q->measures[0].column))
            return true;
    }
    return false;
}

/* How many of an order are asked for. */
void form_limit(struct forming *x, const struct state_column *c)
{
    const struct slots *p = x->slots;
    struct query_spec *s = &x->now.spec;

    s->order = ORDER_MEASURE;
    s->descending = form_descends(x, c) != is_outflow(x);
    s->limit = p->limit ? p->limit : 1;
    if (p->place > 1 && s->limit == 1)
        s->place = p->place;
    form_feature(x, F_LIMIT, p->limit > 0, p->place > 0, 0,
                 state_has(p->state, CONCEPT_TOP));
}

/* Which aggregates a measure may be asked for, likeliest first. */
size_t form_aggregates(const struct forming *x, enum agg *list, bool *said)
{
    const uint16_t aggs = x->slots->state->ops.aggs;
    size_t n = 0;

    for (unsigned a = AGG_SUM; a <= AGG_RANGE; a++)
        if (aggs >> a & 1)
            list[n++] = (enum agg)a;
    if (aggs >> AGG_STDDEV & 1)
        list[n++] = AGG_STDDEV;
    if (form_asks_range(x->slots->state) && !(aggs >> AGG_RANGE & 1))
        list[n++] = AGG_RANGE;
    *said = n > 0;
    if (n == 0) {
        list[n++] = AGG_SUM;
        list[n++] = AGG_AVG;
    }
    return n;
}

void form_aggregate_feature(struct forming *x, enum agg agg, bool said,
                            uint16_t column)
{
    form_feature(x, F_DEFAULT, (uint32_t)agg, 100U + x->slots->state->ops.aggs,
                 FEATURE_NONE, FEATURE_NONE);
    form_feature(x, F_DEFAULT, (uint32_t)agg, said,
                 x->slots->m->aggregate[column], x->now.spec.n_groups > 0);
    form_feature(x, F_AGG, (uint32_t)agg, said,
                 (uint32_t)form_nature(x, column),
                 state_has(x->slots->state, CONCEPT_MANY)   ? 1
                 : state_has(x->slots->state, CONCEPT_MUCH) ? 2
                                                            : 0);
}

/* Columns that name a row where none was said, likeliest first. */
size_t form_names(const struct forming *x, uint16_t *list)
{
    const struct table_defaults *d = x->slots->defaults;

    memcpy(list, d->name, sizeof(d->name));
    return d->n_names;
}

/* Measures: those that the state has, or one that may be meant. */
size_t form_measures(const struct forming *x, uint16_t *list, bool *implied)
{
    const struct slots *p = x->slots;

    *implied = p->n_measures == 0;
    for (size_t i = 0; i < p->n_measures; i++)
        list[i] = p->measure[i].column;
    if (p->n_measures)
        return p->n_measures;
    memcpy(list, p->defaults->measure, sizeof(p->defaults->measure));
    return p->defaults->n_measures;
}

/* A column of years that figures by year are by; SLOT_NONE: there is none. */
static uint16_t form_year(const struct forming *x)
{
    const struct meanings *m = x->slots->m;

    for (size_t i = 0;
         x->slots->state->ops.grain == GRAIN_YEAR && i < m->table->n_columns;
         i++)
        if (m->nature[i] == NATURE_YEAR && meanings_is_own(m, i))
            return (uint16_t)i;
    return SLOT_NONE;
}

/* What hours are of: the date, where it has times of day, else a column of them.
 * SLOT_NONE: there is none, or no hours are said. */
static uint16_t form_clock(const struct forming *x)
{
    const struct slots *p = x->slots;
    const struct schema_table *t = p->m->table;

    if (p->state->ops.grain != GRAIN_HOUR ||
        (p->date != SLOT_NONE && t->columns[p->date].clock))
        return SLOT_NONE;
    for (size_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].clock && meanings_is_own(p->m, i))
            return (uint16_t)i;
    return SLOT_NONE;
}

/* Is one day of the week a condition? Then figures are by the days that are it. */
static bool is_one_weekday(const struct state *s)
{
    const unsigned days = s->n_periods == 1 ? s->period[0].weekdays : 0;

    return days && !(days & (days - 1));
}

/* The period that figures are by, where the state names none. */
bool form_add_grain(struct forming *x)
{
    const struct slots *p = x->slots;
    const struct state *s = p->state;
    const uint16_t clock = form_clock(x);
    struct state_column c = {.column = clock == SLOT_NONE ? p->date : clock,
                             .grain = s->ops.grain};

    if (c.column == SLOT_NONE && form_year(x) == SLOT_NONE)
        return false;
    for (size_t i = 0; i < x->now.spec.n_groups; i++)
        if (x->now.spec.groups[i].grain)
            return false;
    if (c.column == SLOT_NONE) {
        c = (struct state_column){.column = form_year(x)};
        form_group(x, &c);
        return true;
    }
    if (!c.grain && state_has(s, CONCEPT_TREND))
        c.grain = GRAIN_MONTH;
    if (!c.grain && state_has(s, CONCEPT_WEEKDAY))
        c.grain = is_one_weekday(s) ? GRAIN_DAY : GRAIN_WEEKDAY;
    if (!c.grain || p->n_groups + 1 >= SPEC_MAX_GROUPS)
        return false;
    form_group(x, &c);
    return true;
}

bool form_may_grain(const struct forming *x)
{
    const struct state *s = x->slots->state;

    if (x->slots->date == SLOT_NONE)
        return form_year(x) != SLOT_NONE || form_clock(x) != SLOT_NONE;
    return (s->ops.grain || state_has(s, CONCEPT_TREND) ||
            state_has(s, CONCEPT_WEEKDAY));
}

/* The columns to show of rows: those said, or one that names the row. */
void form_show_name(struct forming *x, enum form form, uint16_t name,
                    size_t rank)
{
    struct state_column c = {.column = name};

    form_group(x, &c);
    form_feature(x, F_IMPLIED, IMPLIED_NAME, (uint32_t)rank,
                 (uint32_t)form_nature(x, name), (uint32_t)form);
    form_unnamed_feature(x, form, name, rank);
}

/* The measure of a share, a comparison or a change: rows, or a column. */
bool form_main_measure(struct forming *x, enum form form, size_t choice)
{
    uint16_t list[STATE_COLUMNS];
    enum agg aggs[FORM_AGGS];
    bool implied;
    bool said;
    const size_t at = (choice + 1) / 2 - 1;
    size_t n;
    size_t n_aggs;

    if (choice == 0) {
        form_measure(x, AGG_COUNT, SLOT_NONE);
        form_feature(x, F_AGG, AGG_COUNT, (uint32_t)form,
                     x->slots->n_measures > 0, FEATURE_NONE);
        return true;
    }
    if (choice + 1 == FORM_CHOICES)
        return form_key_measure(x, form, 0);
    n = form_measures(x, list, &implied);
    n_aggs = form_aggregates(x, aggs, &said);
    if (choice >= FORM_CHOICES || at >= n ||
        form_nature(x, list[at]) == NATURE_DATE || (choice + 1) % 2 >= n_aggs)
        return false;
    form_measure(x, aggs[(choice + 1) % 2], list[at]);
    form_aggregate_feature(x, aggs[(choice + 1) % 2], said, list[at]);
    if (implied)
        form_feature(x, F_IMPLIED, IMPLIED_MEASURE, (uint32_t)at,
                     (uint32_t)form_nature(x, list[at]), (uint32_t)form);
    return true;
}

/* Groups, with and without the period. */
void form_groups_by(struct forming *x, bool grain)
{
    form_groups(x);
    if (grain)
        (void)form_add_grain(x);
}

bool form_side_group(struct forming *x)
{
    const struct sides *d = &x->slots->sides;
    const struct state_column by = {.column = d->column,
                                    .grain = (uint8_t)d->grain};
    const size_t n = x->now.spec.n_groups;

    if (d->n < 2 || d->column == SLOT_NONE)
        return false;
    for (size_t i = 0; i < x->slots->n_groups; i++)
        if (x->slots->group[i].column == d->column)
            return false;
    form_group(x, &by);
    if (x->now.spec.n_groups == n)
        return false;
    x->now.spec.groups[n].grain = d->grain;
    return true;
}

/* One more condition, that a column has a value; false: it has no blanks. */
static bool without_blanks(struct forming *x, struct str name)
{
    const struct schema_table *t = x->slots->m->table;

    for (size_t i = 0; i < t->n_columns; i++)
        if (str_eq(t->columns[i].name, name) &&
            t->columns[i].non_null < t->rows &&
            spec_add_not_null(&x->now.spec, t->columns[i].name))
            return true;
    return false;
}

void form_again(struct forming *x)
{
    x->now.n_features = x->n_before;
    x->now.score = x->score_before;
}

void form_end_without_blanks(struct forming *x, enum form form)
{
    struct query_spec *s = &x->now.spec;
    bool group;
    bool measure = false;

    if (s->n_groups != 1)
        return;
    group = without_blanks(x, s->groups[0].column);
    if (s->n_measures == 1 && s->measures[0].column.n)
        measure = without_blanks(x, s->measures[0].column);
    if (!group && !measure)
        return;
    form_again(x);
    form_feature(x, F_OUTPUTS, (uint32_t)form, measure ? 51 : 50, FEATURE_NONE,
                 FEATURE_NONE);
    form_end(x, form);
}
