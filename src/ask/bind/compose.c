/*
 * The roles put together. The forms, in the order they are tried:
 *
 *   percentage      of a measure, by groups or of the part that is filtered
 *   order           groups by a measure, the first N or the one first; without
 *                   groups the largest value, or the rows ordered
 *   measures        by groups
 *   numbers         columns without an aggregate: sums when the column may be
 *                   added up, else what the filtered rows hold
 *   targets         different values, with conditions
 *   rows            whole rows
 */
#include "ask/bind/compose.h"
#include "ask/bind/event.h"
#include "ask/bind/main_measure.h"
#include "ask/bind/period.h"
#include "ask/bind/take.h"

#include <string.h>

static const struct str no_text = {0};

void bind_add_measure(struct query_spec *s, enum agg agg, struct str column)
{
    if (s->n_measures < SPEC_MAX_MEASURES)
        s->measures[s->n_measures++] =
            (struct spec_measure){.agg = agg, .column = column};
}

void bind_add_group(struct query_spec *s, struct str column, enum grain grain)
{
    size_t i;

    for (i = 0; i < s->n_groups; i++) {
        if (str_eq(s->groups[i].column, column) && s->groups[i].grain == grain)
            return;
    }
    if (s->n_groups < SPEC_MAX_GROUPS)
        s->groups[s->n_groups++] =
            (struct spec_group){.column = column, .grain = grain};
}

/* Is the column held to one value by a filter? */
static bool is_one_value(const struct query_spec *s, struct str column)
{
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        if (s->filters[i].op == FILTER_EQ &&
            str_eq(s->filters[i].column, column))
            return true;
    }
    return false;
}

void bind_put_groups(struct binder *b, bool targets)
{
    struct query_spec *s = &b->out->spec;
    const struct roles *r = &b->roles;
    size_t i;

    for (i = 0; targets && i < r->n_targets; i++) {
        bool is_fixed = (r->n_measures || r->n_numbers) &&
                        is_one_value(s, r->targets[i]->name);

        if (!is_fixed)
            bind_add_group(s, r->targets[i]->name, GRAIN_NONE);
    }
    for (i = 0; i < r->n_groups; i++)
        bind_add_group(s, r->groups[i].column, r->groups[i].grain);
}

void bind_ask_how(struct binder *b, const struct schema_column *c)
{
    bind_candidate(b, c, no_text);
    bind_ask(b, ASK_HOW_TO_ADD, c->name, no_text, no_text);
}

/* A sum that no word asked for, of what is not sold, paid or counted in the
 * words for it: said, because the column's unit or name decided. */
static void add_sum(struct binder *b, const struct schema_column *c)
{
    if (!(link_column_groups(c) & ~GROUP_COUNTABLE & GROUPS_ADDED))
        bind_note(b, SAY_SUM_OF, c->name, no_text, no_text);
    bind_add_measure(&b->out->spec, AGG_SUM, c->name);
}

void bind_put_measures(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    const struct roles *r = &b->roles;
    size_t i;

    for (i = 0; i < r->n_measures; i++)
        s->measures[s->n_measures++] = r->measures[i];
    for (i = 0; i < r->n_numbers; i++) {
        if (bind_is_added(r->numbers[i]))
            add_sum(b, r->numbers[i]);
        else if (bind_is_single(b))
            bind_add_measure(s, AGG_AVG, r->numbers[i]->name);
        else
            bind_ask_how(b, r->numbers[i]);
    }
}

static void drop_empty_of(struct binder *b, const struct spec_group *g)
{
    const struct query_spec *s = &b->out->spec;
    const struct schema_column *c = bind_column(b, g->column);
    struct spec_filter *f;
    size_t i;

    if (g->grain != GRAIN_NONE || !c || c->non_null >= b->t->rows)
        return;
    for (i = 0; i < s->n_filters; i++) {
        if (str_eq(s->filters[i].column, c->name))
            return;
    }
    f = bind_new_filter(b);
    if (f) {
        f->column = c->name;
        f->op = FILTER_NOT_NULL;
    }
}

void bind_drop_empty(struct binder *b)
{
    const struct query_spec *s = &b->out->spec;
    size_t i;

    for (i = 0; (s->n_groups == 1 || s->each) && i < s->n_groups; i++)
        drop_empty_of(b, &s->groups[i]);
}

/* Values or periods to compare are grouped by their column. */
static void put_compared(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    size_t i;

    for (i = 0; b->roles.compare && i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];

        if (f->op == FILTER_IN && f->view == VIEW_WEEKDAY)
            bind_add_group(s, f->column, GRAIN_WEEKDAY);
        else if (f->op == FILTER_IN)
            bind_add_group(s, f->column, GRAIN_NONE);
        if (f->op == FILTER_PERIOD && b->compared &&
            !spec_groups_by(s, f->column))
            bind_add_group(s, f->column, b->compared);
    }
}

/* "over time": by month, by year when the data spans many. */
static void put_trend(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    const struct schema_column *c = b->dates;
    size_t i;

    for (i = 0; !c && i < b->t->n_columns; i++) {
        if (b->t->columns[i].kind == COLUMN_DATE)
            c = &b->t->columns[i];
    }
    if (c)
        bind_add_group(s, c->name,
                       bind_finest(c) > GRAIN_MONTH ? bind_finest(c)
                                                    : GRAIN_MONTH);
    else
        bind_ask(b, ASK_NO_DATES, no_text, no_text, no_text);
}

/* "Managers" may be those whose title it is, not the column manager. */
static bool is_value_too(const struct binder *b, const struct schema_column *c)
{
    char key[80];
    size_t i;
    size_t k;

    for (i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);
        struct str stem = b->l->words.word[l->from].stem;

        if (l->kind != LINK_COLUMN || l->hits[0].column != c ||
            l->to != l->from + 1 || stem.n + 4 > sizeof(key))
            continue;
        memcpy(key, "\n ", 2);
        memcpy(key + 2, stem.p, stem.n);
        memcpy(key + 2 + stem.n, " \n", 2);
        for (k = 0; k < b->t->n_columns; k++) {
            struct str keys = b->t->columns[k].keys;

            if (&b->t->columns[k] != c &&
                str_find(keys, (struct str){key, stem.n + 4}) < keys.n)
                return true;
        }
    }
    return false;
}

/* Targets beside a measure: asked for each, or a noun for the rows. */
static void targets_of_measures(struct binder *b)
{
    struct roles *r = &b->roles;
    size_t i;
    size_t kept = 0;

    if (bind_heads_list(b))
        r->list = true;

    for (i = 0; i < r->n_targets; i++) {
        /* "average price of products", "total sales of the orders" */
        if (!r->of_which && !r->list && !r->n_groups &&
            r->targets[i]->kind != COLUMN_DATE &&
            (bind_is_key(b, r->targets[i]) ||
             (r->n_measures && r->measures[0].agg != AGG_SUM &&
              !is_value_too(b, r->targets[i]))))
            continue;
        r->targets[kept++] = r->targets[i];
    }
    r->n_targets = kept;
    if (kept && !r->of_which && !r->list && r->n_measures) {
        bind_candidate(b, r->targets[0], no_text);
        bind_ask(b, ASK_NOT_PLACED, r->targets[0]->name, no_text, no_text);
    }
}

/* Of orders of several lines the average of the orders, not of the lines: what
 * all of them have, over how many there are. */
static enum err average_each(struct binder *b, const struct schema_column *of,
                             struct error *e)
{
    struct roles *r = &b->roles;
    const struct schema_column *paid = bind_column(b, r->measures[0].column);
    const struct schema_column *each = NULL;

    if (paid && bind_is_added(paid) && bind_each_order(b, paid, &each, e))
        return e->code;
    if (!each ||
        !str_eq(b->out->derived[b->out->n_derived - 1].of[1], of->name)) {
        bind_ask(b, ASK_NOT_PLACED, of->name, no_text, no_text);
        return OK;
    }
    r->n_measures = 0;
    roles_add_number(r, each);
    return OK;
}

/* "Average sales per order", with an order a row, is the average. */
static enum err drop_key_groups(struct binder *b, struct error *e)
{
    struct roles *r = &b->roles;
    size_t kept = 0;
    size_t i;

    if (r->n_measures != 1 || r->n_targets || r->measures[0].agg != AGG_AVG)
        return OK;
    for (i = 0; i < r->n_groups; i++) {
        const struct schema_column *c = bind_column(b, r->groups[i].column);

        if (c && c->kind == COLUMN_ID && !bind_is_key(b, c)) {
            if (r->n_measures && average_each(b, c, e))
                return e->code;
            continue;
        }
        if (r->groups[i].grain != GRAIN_NONE || !c ||
            !(TAKES_TEXT >> c->kind & 1) || !bind_is_key(b, c))
            r->groups[kept++] = r->groups[i];
    }
    r->n_groups = kept;
    return OK;
}

/* "How many customers placed an order", where a row is an order. */
static void drop_counted_rows(struct binder *b)
{
    struct roles *r = &b->roles;
    const struct schema_column *c =
        r->n_measures ? bind_column(b, r->measures[0].column) : NULL;

    if (r->counting && r->n_targets == 1 && r->n_measures == 1 && c &&
        r->measures[0].agg == AGG_DISTINCT && !bind_is_key(b, c) &&
        bind_is_key(b, r->targets[0]) && r->targets[0]->kind != COLUMN_DATE)
        r->n_targets = 0;
}

static enum err compose_measures(struct binder *b, struct error *e)
{
    struct query_spec *s = &b->out->spec;
    struct roles *r = &b->roles;

    if (bind_counts_entities(b)) {
        s->kind = SPEC_COUNTED;
        bind_add_group(s, b->entity->name, GRAIN_NONE);
        bind_drop_empty(b);
        return OK;
    }
    drop_counted_rows(b);
    if ((s->has_having && !r->n_groups && !r->n_targets) ||
        (r->counting && (s->has_having || r->n_targets))) {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
        return OK;
    }
    targets_of_measures(b);
    if (b->out->asks)
        return OK;
    if (drop_key_groups(b, e))
        return e->code;
    bind_put_groups(b, true);
    put_compared(b);
    if (r->trend)
        put_trend(b);
    bind_put_measures(b);
    return OK;
}

/* A number without an aggregate in a series: the only row's value. */
static void average_in_series(struct binder *b)
{
    const struct roles *r = &b->roles;

    for (size_t i = 0; i < r->n_numbers; i++) {
        if (bind_is_added(r->numbers[i]))
            bind_add_measure(&b->out->spec, AGG_SUM, r->numbers[i]->name);
        else
            bind_put_metric(b, r->numbers[i]);
    }
}

static bool all_added(const struct roles *r)
{
    size_t i;

    for (i = 0; i < r->n_numbers; i++) {
        if (!bind_is_added(r->numbers[i]))
            return false;
    }
    return true;
}

/* Is one value of one column fixed: "IMOR of INVEX"? */
static bool has_value_filter(const struct query_spec *s)
{
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        if (s->filters[i].op == FILTER_EQ || s->filters[i].op == FILTER_IN)
            return true;
    }
    return false;
}

/*
 * Do the conditions leave the rows of one thing, whose figures are listed: the
 * rate of a bank, the price of a product? Of many, "price in Germany", a list
 * is no answer.
 */
static bool names_a_thing(const struct binder *b)
{
    const struct query_spec *s = &b->out->spec;
    size_t dates;
    const struct schema_column *day = bind_about(b, 0, COLUMN_DATE, &dates);
    uint64_t days = day && day->distinct ? day->distinct : 1;
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];
        const struct schema_column *c = bind_column(b, f->column);

        uint64_t rows = c ? c->distinct * days * 10 : 0;

        if (!c || f->op == FILTER_PERIOD || f->op == FILTER_MONTH)
            continue;
        if (c->distinct * 2 > b->t->rows ||
            (rows > b->t->rows * 9 && rows < b->t->rows * 11))
            return true; /* its own row, or one of each day */
    }
    return false;
}

/* "Fees by plan, all memberships": of groups that are said the rows are no
 * further one. */
static void drop_rows_beside_groups(struct binder *b)
{
    struct roles *r = &b->roles;
    size_t kept = 0;
    size_t i;

    if (!r->by || r->of_which || r->list)
        return;
    for (i = 0; i < r->n_targets; i++) {
        if (!bind_is_key(b, r->targets[i]))
            r->targets[kept++] = r->targets[i];
        else if (bind_is_among_figures(b, r->targets[i]))
            roles_add_measure(r, AGG_DISTINCT, r->targets[i]->name);
    }
    r->n_targets = kept;
}

static enum err compose_numbers(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    struct roles *r = &b->roles;
    bool series =
        s->window.column.n || r->trend || (r->compare && !all_added(r));
    size_t i;

    drop_rows_beside_groups(b);
    if (all_added(r))
        bind_drop_rows_behind(b);
    if (b->compared && !all_added(r)) {
        bind_ask_how(b, r->numbers[0]);
        return OK;
    }
    if (r->n_groups || r->compare || series || !r->n_targets) {
        bind_put_groups(b, true);
        put_compared(b);
    }
    if (series && !all_added(r) && (!s->n_groups || r->compare)) {
        put_trend(b);
        average_in_series(b);
        return OK;
    }
    if (r->trend)
        put_trend(b);
    if (s->n_groups || (all_added(r) && !r->n_targets)) {
        if (r->trend || (s->n_groups && s->groups[0].grain != GRAIN_NONE &&
                         has_value_filter(s)))
            average_in_series(b);
        else
            bind_put_measures(b);
        return OK;
    }
    if (!r->n_targets && !names_a_thing(b) && !r->numbers[0]->empty) {
        bind_ask_how(b, r->numbers[0]);
        return OK;
    }
    bind_label_cells(b);
    bind_put_groups(b, true);
    for (i = 0; i < r->n_numbers; i++)
        bind_add_group(s, r->numbers[i]->name, GRAIN_NONE);
    return OK;
}

/* Was a column that is not a key named in the singular: "gender", "status"? */
static bool is_singular(const struct binder *b, const struct schema_column *c)
{
    size_t i;

    for (i = 0; b->language == LANGUAGE_EN && i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);
        const struct word *last = &b->l->words.word[l->to - 1];

        if (l->kind == LINK_COLUMN && l->hits[0].column == c)
            return !bind_is_key(b, c) && last->kind == WORD_LETTERS &&
                   str_eq(last->fold, last->stem) &&
                   !str_ends(last->fold, STR("s"));
    }
    return false;
}

static enum err compose_targets(struct binder *b)
{
    const struct roles *r = &b->roles;

    /* "Show the orders over 1000" wants to see them. */
    if (r->list && r->n_targets == 1 && !r->n_groups &&
        !b->out->spec.has_having && bind_is_key(b, r->targets[0])) {
        b->out->spec.kind = SPEC_ROWS;
        return OK;
    }
    if (r->n_targets == 1 && r->n_groups && !r->list && !r->which &&
        !b->out->spec.has_having) {
        /* "orders per month" counts them */
        if (r->targets[0]->kind == COLUMN_DATE) {
            bind_count_events(b, r->targets[0]);
            return OK;
        }
        if (is_singular(b, r->targets[0])) {
            bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
            return OK; /* "gender by department" counts no genders */
        }
        bind_put_groups(b, false);
        bind_add_measure(&b->out->spec, AGG_DISTINCT, r->targets[0]->name);
        return OK;
    }
    bind_put_groups(b, true);
    bind_drop_empty(b);
    return OK;
}

/* "Customers by city": how many of each; to list them by city is an order. */
static void compose_grouped_rows(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    const struct roles *r = &b->roles;

    if (r->rows && !r->list) {
        bind_put_groups(b, false);
        bind_add_measure(s, AGG_COUNT, no_text);
    } else if (r->list && r->n_groups == 1 &&
               r->groups[0].grain == GRAIN_NONE) {
        s->kind = SPEC_ROWS;
        s->order = ORDER_COLUMN;
        s->order_column = r->groups[0].column;
    } else {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
    }
}

static enum err compose_rows(struct binder *b, struct error *e)
{
    struct query_spec *s = &b->out->spec;
    const struct roles *r = &b->roles;
    struct str list;

    if (r->n_groups) {
        compose_grouped_rows(b);
        return OK;
    }
    if (r->rows || r->list || (s->n_filters && (r->which || b->compares))) {
        s->kind = SPEC_ROWS;
        return OK;
    }
    if (bind_list(b, &list, e))
        return e->code;
    bind_ask(b, ASK_WHAT, list, no_text, no_text);
    return OK;
}

/* "How many months had sales over 1000": the months, counted. */
static enum err count_periods(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    const struct roles *r = &b->roles;

    if (r->n_measures || r->n_numbers || r->n_targets || r->n_groups != 1 ||
        r->ordered || r->share || s->limit || s->change.kind || s->step.kind ||
        !(s->has_having || b->compares)) {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
        return OK;
    }
    bind_put_groups(b, false);
    s->kind = SPEC_COUNTED;
    return OK;
}

enum err bind_compose(struct binder *b, struct error *e)
{
    struct query_spec *s = &b->out->spec;
    struct roles *r = &b->roles;

    if ((r->of_which || r->who) && r->n_targets && r->n_measures == 1 &&
        !r->n_groups && !r->ordered && !r->n_numbers &&
        (r->measures[0].agg == AGG_MAX || r->measures[0].agg == AGG_MIN)) {
        /* which product has the maximum price */
        r->ordered = r->superlative = true;
        r->descending = r->measures[0].agg == AGG_MAX;
    }
    if (r->count_periods)
        return count_periods(b);
    if (s->change.kind)
        return bind_compose_change(b, e);
    if (s->step.kind)
        return bind_compose_place(b);
    if (b->compared && (r->share || r->ordered)) {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
        return OK; /* of each period, or of all? */
    }
    if (r->share)
        return bind_share(b);
    if (r->ordered)
        return bind_compose_order(b, e);
    if (s->limit) {
        bind_ask(b, ASK_BY_WHAT, no_text, no_text, no_text);
        return OK;
    }
    if (r->n_measures)
        return compose_measures(b, e);
    if (r->n_numbers)
        return compose_numbers(b);
    if (r->n_targets || (s->has_having && r->n_groups))
        return compose_targets(b);
    return compose_rows(b, e);
}
