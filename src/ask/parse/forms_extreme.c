/* forms_extreme.c - the most and the least: rows, groups, dates. */
#include "ask/parse/forming.h"
#include "ask/parse/meaning_date.h"

/* What rows or groups are ordered by. */
struct extreme {
    struct state_column column;
    bool implied; /* nobody said it; it is the rank-th that may be meant */
    size_t rank;
};

static void row_extreme(struct forming *x, const struct extreme *o,
                        const uint16_t *name, size_t rank)
{
    const struct state_column *c = &o->column;
    const bool implied = o->implied;
    const size_t measure_rank = o->rank;

    const struct slots *p = x->slots;
    enum agg agg;

    form_begin(x);
    if (name)
        form_show_name(x, FORM_ROW_EXTREME, *name, rank);
    for (size_t i = 0; i < p->n_groups; i++)
        if (p->group[i].column != c->column) {
            struct state_column g = p->group[i];

            g.grain = GRAIN_NONE;
            form_group(x, &g);
        }
    if (x->now.spec.n_groups == 0)
        return;
    agg = form_descends(x, c) ? AGG_MAX : AGG_MIN;
    form_measure(x, agg, c->column);
    form_feature(x, F_DEFAULT, (uint32_t)agg, 3, p->m->aggregate[c->column],
                 implied);
    for (size_t i = 0; i < p->n_measures; i++)
        form_measure(x, agg, p->measure[i].column);
    form_limit(x, c);
    if (implied)
        form_feature(x, F_IMPLIED, IMPLIED_MEASURE, (uint32_t)measure_rank,
                     (uint32_t)form_nature(x, c->column), FORM_ROW_EXTREME);
    form_feature(x, F_OUTPUTS, FORM_ROW_EXTREME, name != NULL,
                 (uint32_t)form_nature(x, c->column), 0);
    form_end(x, FORM_ROW_EXTREME);
}

static void group_extreme(struct forming *x, const struct extreme *o,
                          enum agg agg, bool said, bool grain)
{
    const struct state_column *c = &o->column;
    const bool implied = o->implied;
    const size_t rank = o->rank;

    const struct slots *p = x->slots;

    form_begin(x);
    form_groups_by(x, grain);
    if (x->now.spec.n_groups == 0)
        return;
    form_measure(x, agg, c->column);
    form_aggregate_feature(x, agg, said, c->column);
    for (size_t i = 0; i < p->n_measures; i++)
        form_measure(x, agg, p->measure[i].column);
    form_limit(x, c);
    if (implied)
        form_feature(x, F_IMPLIED, IMPLIED_MEASURE, (uint32_t)rank,
                     (uint32_t)form_nature(x, c->column), FORM_GROUP_EXTREME);
    form_feature(x, F_OUTPUTS, FORM_GROUP_EXTREME, grain,
                 (uint32_t)form_nature(x, c->column), implied);
    form_end(x, FORM_GROUP_EXTREME);
}

/* The most of a measure: rows by it, and groups by what is computed. */
void form_extremes(struct forming *x)
{
    const struct slots *p = x->slots;
    uint16_t names[FORM_NAMES];
    uint16_t list[STATE_COLUMNS];
    enum agg aggs[FORM_AGGS];
    bool implied;
    bool said;
    const size_t n_names = form_names(x, names);
    const size_t n = form_measures(x, list, &implied);
    const size_t n_aggs = form_aggregates(x, aggs, &said);

    for (size_t i = 0; i < n; i++) {
        struct extreme o = {.implied = implied, .rank = i};

        o.column.column = list[i];
        if (!implied)
            o.column = p->measure[i];

        row_extreme(x, &o, NULL, 0);
        for (size_t k = 0; k < n_names; k++)
            row_extreme(x, &o, &names[k], k);
        for (size_t k = 0; k < n_aggs; k++)
            for (unsigned grain = 0; grain <= (unsigned)form_may_grain(x);
                 grain++)
                if (form_nature(x, o.column.column) != NATURE_DATE)
                    group_extreme(x, &o, aggs[k], said, grain);
    }
}

/* The most rows. */
void form_count_extremes(struct forming *x)
{
    uint16_t names[FORM_NAMES];
    const size_t n = form_names(x, names);

    for (unsigned grain = 0; grain <= (unsigned)form_may_grain(x); grain++) {
        form_begin(x);
        form_groups_by(x, grain);
        if (x->now.spec.n_groups == 0) {
            for (size_t i = 0; i < n && grain == 0; i++) {
                form_begin(x);
                form_show_name(x, FORM_COUNT_EXTREME, names[i], i);
                form_measure(x, AGG_COUNT, SLOT_NONE);
                form_limit(x, NULL);
                form_end(x, FORM_COUNT_EXTREME);
            }
            continue;
        }
        form_measure(x, AGG_COUNT, SLOT_NONE);
        form_limit(x, NULL);
        form_feature(x, F_OUTPUTS, FORM_COUNT_EXTREME, grain,
                     x->slots->n_measures > 0, FEATURE_NONE);
        form_end(x, FORM_COUNT_EXTREME);
        form_end_without_blanks(x, FORM_COUNT_EXTREME);
    }
}

/* Of each group its best. */
void form_group_bests(struct forming *x)
{
    const struct slots *p = x->slots;
    struct state_column turned[2];

    if (p->n_groups != 2)
        return;
    for (size_t choice = 0; choice < FORM_CHOICES; choice++)
        for (unsigned turn = 0; turn < 2; turn++) {
            turned[0] = p->group[turn];
            turned[1] = p->group[!turn];
            form_begin(x);
            form_group(x, &turned[0]);
            form_group(x, &turned[1]);
            if (!form_main_measure(x, FORM_GROUP_BEST, choice))
                break;
            form_limit(x, p->n_measures ? &p->measure[0] : NULL);
            x->now.spec.place = 0;
            x->now.spec.each = 1;
            form_feature(x, F_OUTPUTS, FORM_GROUP_BEST, turned[0].by,
                         turned[1].by, (uint32_t)choice);
            form_end(x, FORM_GROUP_BEST);
        }
}

/* The rows by a date, with a column that names them; NULL: those that were said. */
static void newest_by(struct forming *x, uint16_t date, size_t rank,
                      const uint16_t *name, size_t name_rank)
{
    const struct slots *p = x->slots;
    const uint8_t time = p->state->ops.time;
    const enum agg agg = time & 1 ? AGG_MAX : AGG_MIN;
    struct query_spec *s = &x->now.spec;

    form_begin(x);
    if (name)
        form_show_name(x, FORM_NEWEST, *name, name_rank);
    for (size_t g = 0; g < p->n_groups; g++) {
        struct state_column c = p->group[g];

        c.grain = GRAIN_NONE;
        form_group(x, &c);
    }
    for (size_t g = 0; g < p->n_measures; g++)
        form_group(x, &p->measure[g]);
    form_measure(x, agg, date);
    if (s->n_groups) {
        s->order = ORDER_MEASURE;
        s->descending = agg == AGG_MAX;
        s->limit = p->limit ? p->limit : 1;
    }
    form_feature(x, F_IMPLIED, IMPLIED_DATE, (uint32_t)rank, 10, time);
    form_feature(x, F_OUTPUTS, FORM_NEWEST, name != NULL, s->n_groups > 0,
                 p->limit > 0);
    form_end(x, FORM_NEWEST);
}

/* The latest or the first by a date that nobody named. */
void form_newest(struct forming *x)
{
    const struct slots *p = x->slots;
    uint16_t names[FORM_NAMES];
    const size_t n = p->n_groups ? 0 : form_names(x, names);
    size_t dates = 0;

    if (!p->state->ops.time)
        return;
    for (size_t i = 0; i < p->m->table->n_columns && dates < 2; i++) {
        if (!meanings_dates_rows(p->m, i))
            continue;
        newest_by(x, (uint16_t)i, dates, NULL, 0);
        for (size_t k = 0; k < n; k++)
            newest_by(x, (uint16_t)i, dates, &names[k], k);
        dates++;
    }
}

/* Extremes of dates and numbers by themselves: the highest price, the first
 * date. */
void form_extreme_values(struct forming *x)
{
    for (size_t i = 0; i < x->slots->n_measures; i++) {
        const struct state_column *c = &x->slots->measure[i];
        const enum agg agg = form_descends(x, c) ? AGG_MAX : AGG_MIN;

        if (!form_wants_extreme(x->slots->state) &&
            !state_has(x->slots->state, CONCEPT_LAST) &&
            !state_has(x->slots->state, CONCEPT_ORDINAL))
            return;
        form_begin(x);
        form_groups(x);
        form_measure(x, agg, c->column);
        form_feature(x, F_AGG, (uint32_t)agg, 2,
                     (uint32_t)form_nature(x, c->column), FEATURE_NONE);
        form_end(x, FORM_AGGREGATE);
    }
}
