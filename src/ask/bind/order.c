/*
 * An order: groups by a measure, the first N of them or the one first; without
 * groups the largest value, or the rows that have it.
 */
#include "ask/bind/compose.h"
#include "ask/bind/main_measure.h"
#include "ask/bind/period.h"
#include "ask/vocabulary/term_lists.h"

#define DEFAULT_LIMIT 10

static const struct str no_text = {0};

/* 1 where something is so and 0 where not: its sum counts, its maximum says
 * nothing. */
static bool is_flag(const struct schema_column *c)
{
    return c->whole && str_is(c->min, "0") && str_is(c->max, "1");
}

/* "Who made the biggest sale": one of them, and not all that were made. */
static bool says_one(const struct binder *b, const struct schema_column *c)
{
    for (size_t i = 1; b->language == LANGUAGE_EN && i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (l->kind == LINK_COLUMN && l->hits[0].column == c &&
            bind_is(bind_at(b, i - 1), CONCEPT_MOST) &&
            term_list_has(&words_bind_payment,
                          b->l->words.word[l->to - 1].fold))
            return true;
    }
    return false;
}

/* How a number column is compared between groups. */
static enum agg agg_between(const struct binder *b,
                            const struct schema_column *c)
{
    if ((bind_is_added(c) || is_flag(c)) && !says_one(b, c))
        return AGG_SUM;
    return b->roles.descending ? AGG_MAX : AGG_MIN;
}

/* Was it said in the plural, as what is counted: the most minutes? */
static bool says_plural(const struct binder *b, const struct schema_column *c)
{
    for (size_t i = 0; b->language == LANGUAGE_EN && i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);
        struct str last = b->l->words.word[l->to - 1].fold;

        if (l->kind == LINK_COLUMN && l->hits[0].column == c)
            return l->hits[0].synonym && str_ends(last, STR("s")) &&
                   !str_ends(last, STR("ss"));
    }
    return false;
}

/* The measure of an order that names none. */
static void put_unnamed_measure(struct binder *b)
{
    const struct schema_column *c =
        b->roles.best_or_worst ? NULL : bind_only_number(b);

    if (c && !(c->groups & GROUP_COST)) /* who ordered most did not pay most
                                           for shipping */
        bind_note(b, SAY_READ_AS_COLUMN, STR("largest"), c->name, no_text);
    else if (b->out->spec.n_groups - b->out->spec.each == 1)
        c = bind_take_main_measure(b);
    else
        return; /* of two things one may be the rows, which are counted */
    if (c)
        bind_add_measure(&b->out->spec, agg_between(b, c), c->name);
}

/* The measure that orders groups. */
static void put_order_measure(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    const struct roles *r = &b->roles;
    size_t i;

    for (i = 0; i < r->n_measures; i++)
        s->measures[s->n_measures++] = r->measures[i];
    for (i = 0; i < r->n_numbers; i++) {
        enum agg agg = agg_between(b, r->numbers[i]);

        const struct schema_column *group = NULL;

        if (r->single_values && s->n_measures &&
            str_eq(s->measures[0].column, r->numbers[i]->name))
            continue; /* the cheapest by price */
        if (s->n_groups)
            group = bind_column(b, s->groups[0].column);
        if (agg != AGG_SUM && s->n_groups && !bind_is_single(b) &&
            !(group && bind_is_key(b, group))) {
            if (r->numbers[i]->whole &&
                (says_plural(b, r->numbers[i]) ||
                 (bind_is_plural(r->numbers[i]) &&
                  !(link_column_groups(r->numbers[i]) & GROUP_RATE))))
                bind_ask_how(b, r->numbers[i]); /* most reviews: of all? */
            bind_note(b, SAY_MAX_OF, r->numbers[i]->name, no_text, no_text);
        }
        bind_add_measure(s, agg, r->numbers[i]->name);
    }
    if (!s->n_measures && r->rows)
        bind_add_measure(s, AGG_COUNT, no_text);
    if (!s->n_measures)
        put_unnamed_measure(b);
}

/* "The truck with the most miles", where Truck is a value: those of the rows
 * that have it, and no figure alone. */
static bool asks_who_has(const struct binder *b)
{
    for (size_t i = 1; i < b->l->n; i++) {
        const struct link *most = bind_at(b, i);

        if (bind_is(most, CONCEPT_MOST) &&
            bind_at(b, i - 1)->kind == LINK_VALUE &&
            bind_has(b, bind_at(b, i - 1), most))
            return true;
    }
    return false;
}

/* The highest of a column, or the rows that have the highest. */
static void order_without_groups(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    const struct roles *r = &b->roles;
    struct str column = no_text;

    if (r->n_numbers == 1 && !r->n_measures)
        column = r->numbers[0]->name;
    else if (r->n_measures == 1 && !r->n_numbers && r->single_values)
        column = r->measures[0].column;
    else if (!r->n_measures && !r->n_numbers && r->rows && bind_main_measure(b))
        column = bind_take_main_measure(b)->name; /* the largest rows */
    if (!column.n) {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
        return;
    }
    if (r->superlative && !s->limit && !s->place && !r->rows && !r->list &&
        !asks_who_has(b)) {
        bind_add_measure(s, r->descending ? AGG_MAX : AGG_MIN, column);
        return;
    }
    s->kind = SPEC_ROWS;
    s->order = ORDER_COLUMN;
    s->order_column = column;
    s->descending = r->descending;
    if (!s->limit && !r->sorted)
        s->limit = r->superlative ? 1 : DEFAULT_LIMIT;
}

/* "The latest hire date", "the first order date": was the day itself said? */
static bool says_day(const struct binder *b, const struct schema_column *c)
{
    for (size_t i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (l->kind == LINK_COLUMN && l->hits[0].column == c)
            return c->words.n == 1 ||
                   term_list_has(&words_bind_day,
                                 b->l->words.word[l->to - 1].fold) ||
                   l->to - l->from >= c->words.n;
    }
    return true;
}

/* Counting rows of what occurs once: all are equal. */
static bool counts_keys(struct binder *b)
{
    const struct query_spec *s = &b->out->spec;
    const struct schema_column *c = bind_column(b, s->groups[0].column);

    if (c && str_eq(s->measures[0].column, c->name)) {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
        return true;
    }
    if (s->groups[0].grain != GRAIN_NONE || !c || !bind_is_key(b, c) ||
        (s->measures[0].agg != AGG_COUNT && s->measures[0].agg != AGG_DISTINCT))
        return false;
    bind_ask(b, ASK_ALL_ONE, c->name, no_text, no_text);
    return true;
}

/* "The most common allergy among the patients", where each row is one: of
 * rows that are counted their own names say nothing, nor do the days of what
 * each of them has: "where did most people apply". */
static void drop_row_names(struct binder *b)
{
    struct roles *r = &b->roles;
    size_t kept = 1;
    size_t i;

    if (r->n_targets < 2 || bind_is_key(b, r->targets[0]) || r->n_numbers ||
        r->n_measures > 1 ||
        (r->n_measures ? r->measures[0].agg != AGG_COUNT : !r->rows))
        return;
    for (i = 1; i < r->n_targets; i++) {
        const struct schema_column *c = r->targets[i];
        bool event = c->kind == COLUMN_DATE && c->non_null >= b->t->rows;

        if (!bind_is_key(b, c) && !event)
            r->targets[kept++] = c;
    }
    r->n_targets = kept;
}

/* "The highest salary in each department" is one of each, not the one. */
static enum err compose_extremes(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    const struct roles *r = &b->roles;

    if (r->who || r->which || s->limit || bind_is_added(r->numbers[0])) {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
        return OK; /* whose, or the highest sum? */
    }
    bind_put_groups(b, false);
    bind_add_measure(s, r->descending ? AGG_MAX : AGG_MIN, r->numbers[0]->name);
    return OK;
}

/* Is the first of each group asked for, and not the first of all? "Top 3 of
 * each month" says so; of "top 3 by month" it is asked. */
static bool is_of_each(const struct binder *b)
{
    const struct roles *r = &b->roles;

    return r->by && r->n_targets && r->n_groups && !r->sorted && !r->counting &&
           !b->out->spec.has_having && !b->out->spec.place &&
           (r->each ? r->superlative || b->out->spec.limit
                    : r->superlative && !b->out->spec.limit);
}

static enum err compose_each(struct binder *b, struct error *e)
{
    struct query_spec *s = &b->out->spec;
    const struct roles *r = &b->roles;
    size_t i;

    bind_put_groups(b, false);
    s->each = s->n_groups;
    for (i = 0; i < r->n_targets; i++)
        bind_add_group(s, r->targets[i]->name, GRAIN_NONE);
    if (s->n_groups == s->each) {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
        return OK; /* the best city of each city */
    }
    put_order_measure(b);
    if (!s->n_measures && !r->best_or_worst && !bind_only_added(b, false) &&
        !bind_is_key(b, r->targets[0]) && b->language == LANGUAGE_EN)
        bind_add_measure(s, AGG_COUNT, no_text); /* nothing to add up */
    if (s->n_measures != 1)
        return bind_ask_measure(b, ASK_BY_WHAT, e);
    if (bind_is_key(b, r->targets[0]) && s->measures[0].agg == AGG_COUNT) {
        bind_ask(b, ASK_ALL_ONE, r->targets[0]->name, no_text, no_text);
        return OK;
    }
    bind_drop_empty(b);
    s->order = ORDER_MEASURE;
    s->descending = r->descending;
    if (!s->limit)
        s->limit = 1;
    return OK;
}

/* "The most common reason among returns": the returns are the rows. */
static void drop_row_nouns(struct binder *b)
{
    struct roles *r = &b->roles;
    size_t kept = 0;
    size_t i;

    if (r->n_targets < 2 || r->n_measures != 1 ||
        (r->measures[0].agg != AGG_COUNT && r->measures[0].agg != AGG_SUM))
        return;
    for (i = 0; i < r->n_targets; i++) {
        if (!bind_is_key(b, r->targets[i]))
            r->targets[kept++] = r->targets[i];
    }
    r->n_targets = kept ? kept : r->n_targets;
}

enum err bind_compose_order(struct binder *b, struct error *e)
{
    struct query_spec *s = &b->out->spec;
    struct roles *r = &b->roles;

    drop_row_nouns(b);
    if (is_of_each(b))
        return compose_each(b, e);

    if (r->counting || s->has_having ||
        (r->n_targets && r->n_groups && r->groups[0].grain == GRAIN_NONE)) {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
        return OK;
    }
    if (r->single_values && r->n_targets == 1 && !r->n_groups &&
        !r->n_numbers && str_eq(r->targets[0]->name, r->measures[0].column)) {
        r->n_targets = 0;
        if (!says_day(b, r->targets[0]))
            r->rows = true; /* the latest hire: who that is */
        order_without_groups(b);
        return OK; /* the latest hire date */
    }
    if (r->superlative && r->by && !r->n_targets && r->n_numbers == 1 &&
        !r->n_measures)
        return compose_extremes(b);
    drop_row_names(b);
    bind_put_groups(b, true);
    if (!s->n_groups) {
        if (r->n_measures && !r->single_values) {
            /* the highest average is only one number */
            bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
            return OK;
        }
        order_without_groups(b);
        return OK;
    }
    put_order_measure(b);
    if (s->n_measures != 1)
        return bind_ask_measure(b, ASK_BY_WHAT, e);
    if (counts_keys(b))
        return OK;
    bind_drop_empty(b);
    s->order = ORDER_MEASURE;
    s->descending = r->descending;
    if (!s->limit && r->superlative)
        s->limit = 1;
    if (!s->limit && !r->sorted) {
        s->limit = DEFAULT_LIMIT;
        bind_note(b, SAY_TOP_TEN, no_text, no_text, no_text);
    }
    return OK;
}
