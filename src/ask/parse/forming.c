#include "ask/parse/forming.h"

/* More than what the features of a form, and those of its meaning alone, add to a
 * score; a spec that is not kept even so has none of them computed. */
#define MORE_OF_FORM    8.0
#define MORE_OF_MEANING 4.0
#define HOURS_OF_DAY    24

void form_begin(struct forming *x)
{
    x->now.state = x->slots->state;
    x->now.score = x->slots->state->features.score;
    x->now.n_features = 0;
    x->now.counted = NULL;
    x->now.is_scaled = false;
    x->now.is_too_fine = false;
    x->now.spec = x->slots->base;
}

void form_feature(struct forming *x, enum feature_kind kind, uint32_t a,
                  uint32_t b, uint32_t c, uint32_t d)
{
    struct feature *f;

    if (x->now.n_features == FORM_FEATURES)
        return;
    f = &x->now.feature[x->now.n_features++];
    *f = (struct feature){.kind = (uint32_t)kind, .arg = {a, b, c, d}};
    f->hash = feature_mix(kind, f->arg, FEATURE_ARGS);
    x->now.score += parse_weights_of(x->w, f->hash);
}

/* Days of the week by their names, hours by their clock. */
static enum spec_view group_view(const struct forming *x,
                                 const struct schema_column *c,
                                 enum grain grain)
{
    static const enum spec_view weekday[] = {[LANGUAGE_EN] = VIEW_WEEKDAY_EN,
                                             [LANGUAGE_ES] = VIEW_WEEKDAY_ES,
                                             [LANGUAGE_ZH] = VIEW_WEEKDAY_ZH};

    return grain == GRAIN_WEEKDAY ? weekday[x->slots->m->language]
           : grain == GRAIN_HOUR  ? VIEW_HOUR
                                  : c->view;
}

/* Do months or quarters have no such part? */
static bool is_finer(enum grain grain, enum spec_view view)
{
    if (view == VIEW_WHOLE_DAY)
        return grain == GRAIN_WEEKDAY || grain == GRAIN_HOUR;
    if (view < VIEW_MONTH || view > VIEW_SHORT_MONTH)
        return false;
    return grain == GRAIN_DAY || grain == GRAIN_WEEK ||
           grain == GRAIN_WEEKDAY || grain == GRAIN_HOUR ||
           (grain == GRAIN_MONTH && view == VIEW_QUARTER);
}

void form_group(struct forming *x, const struct state_column *c)
{
    struct query_spec *s = &x->now.spec;
    const struct schema_column *sc = form_column(x, c->column);

    if (s->n_groups == SPEC_MAX_GROUPS)
        return;
    for (size_t i = 0; i < s->n_groups; i++)
        if (str_eq(s->groups[i].column, sc->name))
            return;
    x->now.is_too_fine |= (c->grain == GRAIN_HOUR && !sc->clock) ||
                          is_finer((enum grain)c->grain, sc->view);
    s->groups[s->n_groups++] =
        (struct spec_group){.column = sc->name,
                            .grain = (enum grain)c->grain,
                            .view = group_view(x, sc, (enum grain)c->grain)};
}

void form_measure(struct forming *x, enum agg agg, uint16_t column)
{
    struct query_spec *s = &x->now.spec;
    struct spec_measure m = {.agg = agg, .round = agg == AGG_AVG};

    if (s->n_measures == SPEC_MAX_MEASURES)
        return;
    if (column != SLOT_NONE) {
        m.column = form_column(x, column)->name;
        m.view = agg == AGG_COUNT || agg == AGG_DISTINCT
                     ? VIEW_CELL
                     : form_column(x, column)->view;
    }
    for (size_t i = 0; i < s->n_measures; i++)
        if (s->measures[i].agg == agg &&
            str_eq(s->measures[i].column, m.column))
            return;
    s->measures[s->n_measures++] = m;
}

void form_groups(struct forming *x)
{
    for (size_t i = 0; i < x->slots->n_groups; i++)
        form_group(x, &x->slots->group[i]);
}

uint16_t form_index_of(const struct forming *x, struct str name)
{
    const struct schema_table *t = x->slots->m->table;

    for (size_t i = 0; name.n && i < t->n_columns; i++)
        if (t->columns[i].name.p == name.p)
            return (uint16_t)i;
    return SLOT_NONE;
}

uint32_t form_small(size_t n)
{
    return n > 3 ? 3 : (uint32_t)n;
}

/* The operations of the question, each beside the form. */
static void features_of_ops(struct forming *x, enum form form)
{
    const struct state *s = x->slots->state;

    for (unsigned k = 0; k < 64; k++)
        if (s->ops.kinds >> k & 1)
            form_feature(x, F_FORM_OP, (uint32_t)form, k, s->ops.low,
                         FEATURE_NONE);
    if (s->ops.super)
        form_feature(x, F_FORM_OP, (uint32_t)form, 70, s->ops.super,
                     FEATURE_NONE);
    if (s->ops.aggs)
        form_feature(x, F_FORM_OP, (uint32_t)form, 71, s->ops.aggs,
                     FEATURE_NONE);
    if (!s->ops.kinds && !s->ops.super)
        form_feature(x, F_FORM_OP, (uint32_t)form, 72, FEATURE_NONE,
                     FEATURE_NONE);
}

/* Groups that "by" or "per" comes before. */
static uint32_t by_groups(const struct slots *s)
{
    uint32_t n = 0;

    for (size_t i = 0; i < s->n_groups; i++)
        n += s->group[i].by;
    return n;
}

/* How many columns of joined tables it has. */
static uint32_t joined_columns(const struct forming *x)
{
    const struct meanings *m = x->slots->m;
    const struct state *s = x->slots->state;
    size_t n = 0;

    for (size_t i = 0; m->node && i < s->n_columns; i++)
        n += m->node[s->column[i].column] != 0;
    for (size_t i = 0; m->node && i < s->n_filters; i++)
        n += m->node[m->meaning[s->filter[i].meaning].column] != 0;
    return form_small(n);
}

static enum asked_for asked_for(const struct state *s)
{
    static const struct {
        enum concept_kind said;
        enum asked_for asked_for;
    } kinds[] = {{CONCEPT_YESNO, ASKED_FOR_YES_OR_NO},
                 {CONCEPT_WHO, ASKED_FOR_PERSON},
                 {CONCEPT_WHEN, ASKED_FOR_TIME},
                 {CONCEPT_WHERE, ASKED_FOR_PLACE},
                 {CONCEPT_LIST, ASKED_FOR_LIST},
                 {CONCEPT_WHICH, ASKED_FOR_CHOICE}};

    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (state_has(s, kinds[i].said))
            return kinds[i].asked_for;
    return ASKED_FOR_ANYTHING;
}

/* Which figure it asks for. */
static uint32_t figure_of(const struct state *s)
{
    return (uint32_t)state_has(s, CONCEPT_MANY) +
           2 * (uint32_t)state_has(s, CONCEPT_MUCH) + 4 * (s->ops.aggs > 0) +
           8 * (state_has(s, CONCEPT_MOST) || s->ops.super);
}

/* Is something computed of a column that nobody named? */
static bool implies_measure(const struct forming *x)
{
    const struct query_spec *s = &x->now.spec;

    return x->slots->n_measures == 0 && s->n_measures &&
           s->measures[0].column.n;
}

/* How many groups are by a column that a condition is on. */
static uint32_t filtered_groups(const struct forming *x)
{
    const struct query_spec *s = &x->now.spec;
    size_t n = 0;

    for (size_t i = 0; i < s->n_groups; i++)
        for (size_t k = 0; k < s->n_filters; k++)
            if (str_eq(s->groups[i].column, s->filters[k].column)) {
                n++;
                break;
            }
    return form_small(n);
}

/* Are its figures of all rows of each group, and no row's own? */
static bool is_of_groups(const struct query_spec *s, enum form form)
{
    switch (form) {
    case FORM_COUNT:
    case FORM_DISTINCT:
    case FORM_AGGREGATE:
    case FORM_GROUP_EXTREME:
    case FORM_COUNT_EXTREME:
    case FORM_DISTINCT_EXTREME:
    case FORM_SHARE_GROUP:
    case FORM_COUNT_AND:
    case FORM_MIXED: break;
    default: return false;
    }
    for (size_t i = 0; i < s->n_measures; i++)
        if (s->measures[i].agg == AGG_MAX || s->measures[i].agg == AGG_MIN)
            return false;
    return s->n_measures > 0;
}

/* Figures by times of day are by the hour: nobody asks which minute sold most. */
static void group_by_hours(struct forming *x, enum form form)
{
    struct query_spec *s = &x->now.spec;

    if (!is_of_groups(s, form))
        return;
    for (size_t i = 0; i < s->n_groups; i++) {
        const uint16_t at = form_index_of(x, s->groups[i].column);
        const struct schema_column *c =
            at == SLOT_NONE ? NULL : form_column(x, at);

        if (c && c->clock && c->kind != COLUMN_DATE &&
            c->distinct > HOURS_OF_DAY && s->groups[i].grain == GRAIN_NONE) {
            s->groups[i].grain = GRAIN_HOUR;
            s->groups[i].view = VIEW_HOUR;
        }
    }
}

void form_end(struct forming *x, enum form form)
{
    const struct state *s = x->slots->state;
    const struct slots *p = x->slots;

    group_by_hours(x, form);

    x->now.form = (uint32_t)form;
    x->now.asked_for = asked_for(s);
    x->n_before = x->now.n_features;
    x->score_before = x->now.score;
    if (x->now.is_too_fine ||
        !formed_may_be(x->out, x->now.score + MORE_OF_FORM))
        return;
    form_feature(x, F_FORM, (uint32_t)form, form_small(x->now.spec.n_measures),
                 form_small(x->now.spec.n_groups), FEATURE_NONE);
    if (!x->now.spec.placed) /* which no shape is of */
        form_feature(x, F_ASKED,
                     asked_shape_level(x->asked, asked_shapes_of(&x->now.spec)),
                     FEATURE_NONE, FEATURE_NONE, FEATURE_NONE);
    features_of_ops(x, form);
    form_feature(x, F_FORM_SLOTS, (uint32_t)form + 200, by_groups(p),
                 form_small(p->n_groups - by_groups(p)), s->ops.super);
    form_feature(x, F_FORM_SLOTS, (uint32_t)form, form_small(p->n_groups),
                 form_small(p->n_measures), form_small(s->n_filters));
    form_feature(x, F_FORM_SLOTS, (uint32_t)form + 100, s->n_rows > 0,
                 p->limit > 0, p->place > 0);
    form_feature(x, F_FILTERS, (uint32_t)form,
                 form_small(x->now.spec.n_filters - x->slots->base.n_filters +
                            x->slots->n_said),
                 s->n_periods > 0, (uint32_t)p->sides.n);
    form_feature(x, F_SKIPPED, s->skipped_content > 4 ? 4 : s->skipped_content,
                 FEATURE_NONE, FEATURE_NONE, FEATURE_NONE);
    form_feature(x, F_SKIPPED,
                 10 + (s->skipped_unknown > 5 ? 5 : s->skipped_unknown),
                 FEATURE_NONE, FEATURE_NONE, FEATURE_NONE);
    form_feature(x, F_SKIPPED,
                 20 + (s->skipped_lacking > 5 ? 5 : s->skipped_lacking),
                 FEATURE_NONE, FEATURE_NONE, FEATURE_NONE);
    form_feature(x, F_FORM_SLOTS, (uint32_t)form + 300, x->now.asked_for,
                 figure_of(s), form_small(p->n_groups));
    form_feature(x, F_FORM_SLOTS, (uint32_t)form + 400, figure_of(s),
                 implies_measure(x), form_small(x->now.spec.n_groups));
    form_feature(x, F_FORM_SLOTS, (uint32_t)form + 500, p->sides.n > 0,
                 filtered_groups(x), x->now.asked_for);
    if (p->date_rank)
        form_feature(x, F_IMPLIED, IMPLIED_DATE, p->date_rank, s->n_periods > 0,
                     FEATURE_NONE);
    if (!x->now.counted &&
        (s->negate || s->cmp || s->between || s->or_waits || s->empty_waits))
        form_feature(x, F_UNUSED, s->negate, s->cmp > 0, s->empty_waits,
                     s->by_waits);
    form_unused_feature(x);
    form_evidence_features(x);
    if (!formed_may_be(x->out, x->now.score + MORE_OF_MEANING))
        return;
    form_meaning_features(x);
    if (p->m->several)
        form_feature(x, F_TABLE, 0, joined_columns(x), form_small(s->n_rows),
                     FEATURE_NONE);
    formed_keep(x->out, &x->now);
}
