/*
 * A measure compared between two periods or two values.
 *
 * "Grew from 2022 to 2023", "how much more in 2024 than in 2023" and "the
 * difference between Oslo and Lima" are a measure of two kinds of rows, and
 * neither is a condition on both. So the periods are taken before they would
 * become one range, and the values after the filters that would let both
 * through. "Which had more, Oslo or Lima" is the first of two in an order.
 */
#include "ask/bind/compose.h"
#include "ask/bind/period.h"
#include "ask/vocabulary/term_lists.h"

static const struct str no_text = {0};

const struct question_word *bind_superlative(bool is_least)
{
    static const struct question_word most[2] = {{"", CONCEPT_MOST, 0},
                                                 {"", CONCEPT_MOST, 1}};

    return &most[is_least];
}

/* The first link of a concept; NULL when there is none. */
static struct link *find(const struct binder *b, enum concept_kind kind)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        if (bind_is(bind_at(b, i), kind))
            return bind_at(b, i);
    }
    return NULL;
}

static bool asks_how_much_more(const struct binder *b)
{
    return find(b, CONCEPT_MORE) && find(b, CONCEPT_THAN);
}

/* How what changed is counted; NONE when the question is about no change. */
static enum spec_change_kind kind_of(const struct binder *b)
{
    const struct link *change = find(b, CONCEPT_CHANGE);
    const struct link *said = change ? change : find(b, CONCEPT_MORE);
    bool down = said && said->entry->param != 0;

    if (!change && find(b, CONCEPT_DIFFERENCE))
        return SPEC_CHANGE_GAP;
    if (!change && !asks_how_much_more(b))
        return SPEC_CHANGE_NONE;
    return down ? SPEC_CHANGE_DOWN : SPEC_CHANGE_SIDES;
}

void bind_use_change(struct binder *b)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        struct link *l = bind_at(b, i);

        if (bind_is(l, CONCEPT_CHANGE) || bind_is(l, CONCEPT_DIFFERENCE) ||
            bind_is(l, CONCEPT_MORE) || bind_is(l, CONCEPT_THAN) ||
            bind_is(l, CONCEPT_COMPARE) || bind_is(l, CONCEPT_SHARE) ||
            bind_is(l, CONCEPT_EARLIER) ||
            (bind_is(l, CONCEPT_BETWEEN) && !l->entry->param))
            l->used = true;
    }
}

/* "From", "to", "and" next to a period that is a side. */
static void use_joints(struct binder *b, size_t i)
{
    struct link *before = i ? bind_at(b, i - 1) : NULL;

    if (bind_is(before, CONCEPT_BETWEEN) || bind_is(before, CONCEPT_TO) ||
        bind_is(before, CONCEPT_OR))
        before->used = true;
}

enum err bind_put_side(struct binder *b, const struct schema_column *c,
                       const struct link *l, const struct civil day[2],
                       unsigned side, struct error *e)
{
    struct query_spec *s = &b->out->spec;
    size_t n = s->n_filters;

    if (bind_put_days(b, c, l, day, e))
        return e->code;
    if (s->n_filters > n)
        s->filters[n].side = side;
    return OK;
}

/* The days of both periods; the year that one lacks is the other's. */
static bool read_periods(struct binder *b, const struct schema_column *c,
                         const size_t at[2], struct civil day[4])
{
    struct link_period p[2];
    size_t i;

    for (i = 0; i < 2; i++)
        p[i] = bind_at(b, at[i])->period;
    for (i = 0; i < 2; i++) {
        if (!p[i].day.year)
            p[i].day.year = p[1 - i].day.year;
        if (!bind_complete_year(b, c, bind_at(b, at[i]), &p[i]))
            return false;
        link_days_of(p[i], &day[2 * i], &day[2 * i + 1]);
    }
    return true;
}

/* "Year on year" says again what lies between Q1 2023 and Q1 2024. */
static void use_yearly(struct binder *b, const struct civil day[4])
{
    struct link *l = find(b, CONCEPT_PERIODIC);
    size_t i;

    for (i = 0; l && i < 2; i++) {
        if (l->entry->param == GRAIN_YEAR &&
            civil_cmp(civil_add_months(day[2 * i], 12), day[2 - 2 * i]) == 0)
            l->used = true;
    }
}

static enum err put_periods(struct binder *b, const size_t at[2],
                            enum spec_change_kind kind, struct error *e)
{
    struct query_spec *s = &b->out->spec;
    const struct schema_column *c = bind_dates(b, at[0], at[1], true);
    struct civil day[4];
    bool turned;
    size_t i;

    if (!c || !read_periods(b, c, at, day))
        return OK;
    use_yearly(b, day);
    turned = civil_cmp(day[0], day[2]) > 0;
    if (civil_cmp(day[turned ? 3 : 1], day[turned ? 0 : 2]) > 0)
        return OK; /* one is a part of the other */
    for (i = 0; i < 2 && !b->out->asks; i++) {
        size_t k = turned ? 1 - i : i;
        struct link *l = bind_at(b, at[k]);

        l->used = true;
        use_joints(b, at[k]);
        if (bind_put_side(b, c, l, &day[2 * k], (unsigned)i + 1, e))
            return e->code;
        s->change.names[i] = bind_words(b, l);
    }
    s->change.kind = kind;
    bind_use_change(b);
    return OK;
}

/* "The growth in 2024" is that from the year before. */
static enum err against_year_before(struct binder *b, size_t at,
                                    struct error *e)
{
    struct query_spec *s = &b->out->spec;
    struct link *l = bind_at(b, at);
    struct link_period p = l->period;
    const struct schema_column *c = bind_dates(b, at, at, true);
    struct civil day[2];
    size_t i;

    if (!c)
        return OK;
    l->used = true;
    use_joints(b, at);
    for (i = 0; i < 2 && !b->out->asks; i++) {
        day[0] = (struct civil){p.day.year - 1 + (int)i, 1, 1};
        day[1] = (struct civil){p.day.year + (int)i, 1, 1};
        if (bind_put_side(b, c, l, day, (unsigned)i + 1, e) ||
            str_printf(b->a, &s->change.names[i], e, "%d", day[0].year))
            return e->code;
    }
    s->change.kind = kind_of(b);
    bind_use_change(b);
    return OK;
}

/* The only period, where it is a year and no series is asked for. */
static bool only_year(const struct binder *b, size_t *at)
{
    size_t n = 0;
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (bind_is(l, CONCEPT_GRAIN) || bind_is(l, CONCEPT_PERIODIC) ||
            bind_is(l, CONCEPT_CMP) || bind_is(l, CONCEPT_LAST))
            return false;
        if (!bind_is_period(b, i))
            continue;
        *at = i;
        n++;
    }
    return n == 1 && bind_at(b, *at)->period.day.year &&
           !bind_at(b, *at)->period.day.month &&
           !bind_at(b, *at)->period.quarter && !bind_at(b, *at)->period.decade;
}

enum err bind_changed_periods(struct binder *b, struct error *e)
{
    enum spec_change_kind kind = kind_of(b);
    size_t at[2] = {0, 0};
    bool taken;
    enum err rc = bind_against_earlier(b, kind, &taken, e);

    if (rc || taken)
        return rc;
    if (!kind)
        return OK;
    if (bind_find_periods(b, at) == 2)
        return put_periods(b, at, kind, e);
    if (find(b, CONCEPT_CHANGE) && !find(b, CONCEPT_THAN) && only_year(b, at))
        return against_year_before(b, at[0], e);
    return OK;
}

/* The links of the two values of one column; false when they are not two. */
static bool two_values(const struct binder *b, const struct link *out[2])
{
    size_t n = 0;
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (l->kind != LINK_VALUE || !l->used || l->n_hits != 1)
            continue;
        if (n == 1 && l->hits[0].column != out[0]->hits[0].column)
            continue;
        if (n < 2)
            out[n] = l;
        n++;
    }
    return n == 2;
}

/* The filter that lets both values through. */
static struct spec_filter *filter_of(const struct binder *b,
                                     const struct link *value)
{
    struct query_spec *s = &b->out->spec;
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        if (s->filters[i].op == FILTER_IN && !s->filters[i].side &&
            str_eq(s->filters[i].column, value->hits[0].column->name))
            return &s->filters[i];
    }
    return NULL;
}

static void put_value(struct binder *b, struct spec_filter *f,
                      const struct link *l, unsigned side)
{
    *f = (struct spec_filter){.column = l->hits[0].column->name,
                              .op = l->hits[0].n_values == 1 ? FILTER_EQ
                                                             : FILTER_IN,
                              .values = l->hits[0].values,
                              .n = l->hits[0].n_values,
                              .side = side};
    b->out->spec.change.names[side - 1] = l->hits[0].values[0];
}

/* Is the link the largest or the smallest of something; -1 for neither. */
static int extreme_of(const struct link *l)
{
    int param;

    if (!l->entry)
        return -1;
    param = l->entry->param;
    if (bind_is(l, CONCEPT_MOST))
        return param != 0;
    if (bind_is(l, CONCEPT_AGG) && (param == AGG_MAX || param == AGG_MIN))
        return param == AGG_MIN;
    return -1;
}

/* "The difference between the highest and the lowest salary". */
static bool put_range(struct binder *b)
{
    struct link *difference = find(b, CONCEPT_DIFFERENCE);
    size_t i;

    for (i = 0; difference && i + 3 < b->l->n; i++) {
        struct link *l = bind_at(b, i);
        struct link *other = bind_at(b, i + 2);
        struct link *of = bind_at(b, i + 3);

        if (extreme_of(l) < 0 || extreme_of(other) < 0 ||
            extreme_of(l) == extreme_of(other) ||
            !bind_is(bind_at(b, i + 1), CONCEPT_AND) || of->n_hits != 1 ||
            of->used || !bind_fits(of, TAKES_NUMBER))
            continue;
        l->used = other->used = of->used = true;
        bind_use_change(b);
        roles_add_measure(&b->roles, AGG_RANGE, of->hits[0].column->name);
        return true;
    }
    return false;
}

enum err bind_changed_values(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    enum spec_change_kind kind = kind_of(b);
    const struct link *l[2] = {NULL, NULL};
    struct spec_filter *both;
    struct spec_filter *other;

    if (!kind || s->change.kind || find(b, CONCEPT_CHANGE) || put_range(b) ||
        !two_values(b, l))
        return OK;
    both = filter_of(b, l[0]);
    if (!both)
        return OK;
    other = bind_new_filter(b);
    if (!other)
        return OK;
    /* "A than B" starts from B */
    put_value(b, both, l[kind == SPEC_CHANGE_GAP ? 0 : 1], 1);
    put_value(b, other, l[kind == SPEC_CHANGE_GAP ? 1 : 0], 2);
    s->change.kind = kind;
    bind_use_change(b);
    return OK;
}

/* The periods that "or" joins, as groups. */
static bool compares_periods(const struct binder *b)
{
    return b->compared != GRAIN_NONE && find(b, CONCEPT_OR);
}

/* "More" of two: Spanish has one word for it and for "most". */
static struct link *more_of_two(const struct binder *b)
{
    struct link *more = find(b, CONCEPT_MORE);
    struct link *most = find(b, CONCEPT_MOST);

    if (more || b->language != LANGUAGE_ES || !most ||
        !term_list_has(&words_bind_spanish_more,
                       b->l->words.word[most->from].fold))
        return more;
    return most;
}

void bind_contest(struct binder *b)
{
    struct link *more = more_of_two(b);
    /* 北京和上海哪个高: which of the two "and" holds together */
    struct link *joint = find(
        b, b->language == LANGUAGE_ZH && !find(b, CONCEPT_OR) ? CONCEPT_AND
                                                              : CONCEPT_OR);
    const struct link *l[2] = {NULL, NULL};

    if (!more || more->used || find(b, CONCEPT_THAN) || !joint ||
        !(find(b, CONCEPT_WHICH) || find(b, CONCEPT_WHO)))
        return;
    if (compares_periods(b)) {
        roles_add_group(&b->roles, b->dates ? b->dates->name : no_text,
                        b->compared);
        b->compared = GRAIN_NONE;
    } else if (two_values(b, l) && filter_of(b, l[0])) {
        roles_add_target(&b->roles, l[0]->hits[0].column);
    } else {
        return;
    }
    more->entry = bind_superlative(more->entry->param != 0);
    joint->used = true;
}

/* Is the column named by a filter on the two sides? */
static bool is_side(const struct query_spec *s, struct str column)
{
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        if (s->filters[i].side && str_eq(s->filters[i].column, column))
            return true;
    }
    return false;
}

void bind_put_metric(struct binder *b, const struct schema_column *c)
{
    const enum agg agg = c->aggregation == AGG_NONE ? AGG_AVG : c->aggregation;

    bind_add_measure(&b->out->spec, agg, c->name);
    if (agg == AGG_AVG)
        bind_note(b, SAY_AVERAGE_OF, c->name, no_text, no_text);
}

/* A number that cannot be added up: the only one of each side. */
static enum err put_single(struct binder *b, const struct schema_column *c)
{
    struct query_spec *s = &b->out->spec;
    const struct schema_column *of = NULL;
    size_t i;

    for (i = 0; i < s->n_filters && !of; i++) {
        if (s->filters[i].side)
            of = bind_column(b, s->filters[i].column);
    }
    if (of && of->kind == COLUMN_TEXT && bind_is_key(b, of))
        bind_add_measure(s, AGG_MAX, c->name);
    else if (c->aggregation != AGG_NONE)
        bind_put_metric(b, c);
    else if (bind_is_single(b))
        bind_add_measure(s, AGG_AVG, c->name);
    else
        bind_ask(b, ASK_HOW_TO_ADD, c->name, no_text, no_text);
    return OK;
}

enum err bind_compose_change(struct binder *b, struct error *e)
{
    struct query_spec *s = &b->out->spec;
    struct roles *r = &b->roles;
    size_t kept = 0;
    size_t i;

    for (i = 0; i < r->n_targets; i++) {
        if (!is_side(s, r->targets[i]->name) &&
            !(bind_is_key(b, r->targets[i]) && !r->n_groups))
            r->targets[kept++] = r->targets[i];
    }
    if (r->n_targets > kept && !r->n_measures && !r->n_numbers)
        r->rows = true; /* orders grew: how many there are */
    r->n_targets = kept;
    for (i = 0; i < r->n_groups; i++)
        kept += is_side(s, r->groups[i].column); /* of one side each */
    if (r->ordered || s->limit || s->has_having || kept) {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
        return OK;
    }
    if (!r->n_measures && r->n_numbers == 1 && !bind_is_added(r->numbers[0])) {
        if (put_single(b, r->numbers[0]))
            return e->code;
    } else {
        bind_put_measures(b);
    }
    if (!s->n_measures && r->rows)
        bind_add_measure(s, AGG_COUNT, no_text);
    bind_put_groups(b, false);
    if (s->n_measures != 1 && !b->out->asks)
        return bind_ask_measure(b, ASK_WHICH_MEASURE, e);
    return OK;
}

void bind_series(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    struct link *change = find(b, CONCEPT_CHANGE);
    struct link *running = find(b, CONCEPT_RUNNING);
    bool grain = s->n_groups == 1 && s->groups[0].grain != GRAIN_NONE &&
                 s->kind == SPEC_AGGREGATE && s->n_measures == 1 && !s->limit &&
                 !s->has_having && !s->share;

    if (change && !change->used && grain && s->order == ORDER_NONE) {
        change->used = true;
        s->change.kind = SPEC_CHANGE_SERIES;
    }
    if (running && grain && s->order == ORDER_NONE &&
        (s->measures[0].agg == AGG_SUM || s->measures[0].agg == AGG_COUNT)) {
        running->used = true;
        s->running = true;
    }
}
