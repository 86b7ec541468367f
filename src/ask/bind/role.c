/*
 * What is left after the filters: who asks for what, by what, in which order.
 * Each concept takes what is next to it; a column that no concept takes is
 * what the question asks for, or, of numbers, what it measures.
 */
#include "ask/bind/compose.h"
#include "ask/bind/main_measure.h"
#include "ask/bind/period.h"
#include "ask/bind/take.h"
#include "ask/vocabulary/term_lists.h"

static const struct str no_text = {0};

/* Without dates a column of years does for years. */
static bool group_by_year(struct binder *b)
{
    size_t i;

    for (i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (c->kind != COLUMN_NUMBER || !(link_column_groups(c) & GROUP_YEAR))
            continue;
        roles_add_group(&b->roles, c->name, GRAIN_NONE);
        return true;
    }
    return false;
}

/* The column of dates that link `i` names and nothing else has used. */
static const struct schema_column *dates_at(const struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);

    if (!l || l->used || l->kind != LINK_COLUMN || l->n_hits != 1 ||
        l->hits[0].column->kind != COLUMN_DATE)
        return NULL;
    return l->hits[0].column;
}

/* "Month of ship date", "ship date month": the grain is of that column. */
static bool group_by_named_grain(struct binder *b, size_t i, enum grain grain)
{
    size_t beside[2] = {i + 1, i - 1};
    size_t k;

    for (k = 0; k < 2; k++) {
        const struct schema_column *c = dates_at(b, beside[k]);

        if (!c)
            continue;
        bind_at(b, beside[k])->used = true;
        roles_add_group(&b->roles, c->name, grain);
        return true;
    }
    return false;
}

/* Group by a grain of the dates, or by a column that holds the grain. */
static void group_by_grain(struct binder *b, size_t at, enum grain grain)
{
    const struct link *l = bind_at(b, at);
    const struct schema_column *c = b->dates ? b->dates : bind_named_dates(b);
    size_t n = 0;
    size_t i;

    if (grain == GRAIN_HOUR) {
        c = bind_clock_column(b, l);
        if (c)
            roles_add_group(&b->roles, c->name, grain);
        return;
    }
    if (group_by_named_grain(b, at, grain))
        return;
    for (i = 0; i < b->t->n_columns; i++) {
        if (b->t->columns[i].kind != COLUMN_DATE)
            continue;
        if (!c)
            c = &b->t->columns[i];
        n++;
    }
    if (!c && grain == GRAIN_YEAR && group_by_year(b))
        return;
    if (!c) {
        bind_ask(b, ASK_NO_DATES, bind_words(b, l), no_text, no_text);
        return;
    }
    if (n > 1)
        bind_note(b, SAY_DATES_FROM, c->name, no_text, no_text);
    b->dates = c;
    roles_add_group(&b->roles, c->name, grain);
}

/* Group by the column that link `of` names; false when it names none. */
static enum err group_by_column(struct binder *b, size_t by, struct link *of,
                                bool *taken, struct error *e)
{
    const struct schema_column *c = NULL;

    *taken = false;
    if (bind_pick(b, of, TAKES_TEXT | TAKES_DATE, &c, e))
        return e->code;
    if (!c && !b->out->asks && bind_pick(b, of, TAKES_ALL, &c, e))
        return e->code;
    if (!c)
        return OK;
    *taken = of->used = true;
    if (bind_is_ratio(b, by, c))
        bind_ask(b, ASK_NOT_PLACED, bind_words(b, of), no_text, no_text);
    roles_add_group(&b->roles, c->name, GRAIN_NONE);
    return OK;
}

/* Is the column what a top ten is ordered by? Then it is not a group. */
static bool orders_by(const struct binder *b, const struct link *of)
{
    return b->roles.ordered && bind_fits(of, TAKES_NUMBER) &&
           !(link_column_groups(of->hits[0].column) & GROUP_YEAR);
}

/* The columns and grains after link `i`, joined by "and". */
static enum err take_groups(struct binder *b, size_t by, struct error *e)
{
    for (size_t i = by + 1; i < b->l->n; i++) {
        struct link *of = bind_at(b, i);
        bool taken = true;

        if (bind_is(of, CONCEPT_GRAIN)) {
            of->used = true;
            group_by_grain(b, i, (enum grain)of->entry->param);
        } else if (dates_at(b, i) &&
                   bind_is(bind_at(b, i + 1), CONCEPT_GRAIN)) {
            continue; /* the grain takes its column */
        } else if (of->kind != LINK_COLUMN || of->used || orders_by(b, of)) {
            return OK;
        } else if (group_by_column(b, by, of, &taken, e)) {
            return e->code;
        }
        if (!taken || !bind_is(bind_at(b, i + 1), CONCEPT_AND))
            return OK;
        i++;
        if (bind_at(b, i + 1) && bind_fits(bind_at(b, i + 1), TAKES_NUMBER))
            return OK;
    }
    return OK;
}

/* "In each city", and not "by city". */
static bool says_each(const struct binder *b, const struct link *l)
{
    size_t at;

    for (at = l->from; at < l->to; at++) {
        if (term_list_has(&words_bind_each, b->l->words.word[at].fold))
            return true;
    }
    return false;
}

/* "List the customers by revenue": all of them, in the order of a figure. */
static bool lists_by_number(const struct binder *b, size_t i)
{
    const struct roles *r = &b->roles;
    const struct link *of = bind_at(b, i + 1);

    return b->language == LANGUAGE_EN && !r->ordered && r->n_targets == 1 &&
           !r->counting && !r->n_measures && !r->n_numbers && !r->n_groups &&
           str_is(b->l->words.word[bind_at(b, i)->from].fold, "by") && of &&
           of->kind == LINK_COLUMN && !of->used &&
           !bind_fits(of, TAKES_TEXT | TAKES_DATE) &&
           !(link_column_groups(of->hits[0].column) &
             (GROUP_YEAR | GROUP_AGE)) &&
           (bind_is_added(of->hits[0].column) || bind_is_key(b, r->targets[0]));
}

/* "by country and category", "per month", "by sales" of a top ten. */
static enum err take_by(struct binder *b, size_t i, struct error *e)
{
    struct roles *r = &b->roles;
    struct link *l = bind_at(b, i);
    size_t groups = r->n_groups;
    enum err err;

    l->used = true;
    if (lists_by_number(b, i)) {
        r->ordered = r->sorted = r->descending = true;
        return OK;
    }
    err = take_groups(b, i, e);
    r->by |= r->n_groups > groups;
    r->each |= r->n_groups > groups && says_each(b, l);
    return err;
}
/* "Best" is the highest of sales and the lowest of costs. */
static bool is_judgement(const struct binder *b, const struct link *l)
{
    return bind_link_is(b, l, &words_bind_judgement);
}

/* "The most orders" counts what is named after it. */
static enum err most_of(struct binder *b, struct link *of, struct error *e)
{
    struct roles *r = &b->roles;
    const struct schema_column *c = NULL;
    bool number = bind_fits(of, TAKES_NUMBER);

    if (of->kind == LINK_COLUMN) {
        if (bind_pick(b, of, number ? TAKES_NUMBER : TAKES_TEXT, &c, e))
            return e->code;
        if (!c)
            return OK;
    }
    of->used = true;
    if (number)
        roles_add_number(r, c);
    else if (c && c->digits)
        bind_ask(b, ASK_TEXT_NUMBERS, c->name, no_text, no_text);
    else if (c && !bind_is_key(b, c))
        roles_add_measure(r, AGG_DISTINCT, c->name);
    else
        roles_add_measure(r, AGG_COUNT, no_text);
    return OK;
}

/* "The largest customer by sales": customers in the order of a figure, and not
 * the most customers. */
static bool is_ranked_by(const struct binder *b, size_t i)
{
    const struct link *of = bind_at(b, i + 1);
    const struct link *figure = bind_at(b, i + 3);

    return of && of->kind == LINK_COLUMN && bind_fits(of, TAKES_TEXT) &&
           bind_is(bind_at(b, i + 2), CONCEPT_BY) && figure &&
           (bind_is(figure, CONCEPT_AGG) || bind_is(figure, CONCEPT_MANY) ||
            bind_is(figure, CONCEPT_ROWS) || bind_fits(figure, TAKES_NUMBER));
}

/* Is the noun at link `i` in the singular: "the best customer"? */
static bool names_one(const struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);
    const struct word *last;

    if (!l || (l->kind != LINK_COLUMN && !bind_is(l, CONCEPT_GRAIN) &&
               !bind_is(l, CONCEPT_ROWS)))
        return false;
    last = &b->l->words.word[l->to - 1];
    return last->kind == WORD_LETTERS &&
           (!str_ends(last->fold, STR("s")) || str_is(last->fold, "mes") ||
            str_is(last->fold, "pais"));
}

/* Are things named at link `i`, and no figure of them? */
static bool names_text_at(const struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);

    return bind_is(l, CONCEPT_ROWS) ||
           (l->kind == LINK_COLUMN && !bind_fits(l, TAKES_NUMBER));
}

/* "The biggest customers" are in the order of what the table is about; "which
 * store had the biggest transaction" is about its largest row. */
static void take_size(struct binder *b, size_t i)
{
    struct roles *r = &b->roles;
    struct link *of = bind_at(b, i);
    bool rows = bind_is(of, CONCEPT_ROWS);
    const struct schema_column *c = NULL;

    if ((rows || bind_is_key(b, of->hits[0].column)) &&
        r->n_targets + r->n_groups)
        c = bind_take_main_measure(b);
    if (c) {
        of->used = r->single_values = true;
        roles_add_measure(r, r->descending ? AGG_MAX : AGG_MIN, c->name);
        return;
    }
    r->superlative = names_one(b, i);
    r->rows |= rows;
    of->used |= rows;
}

static enum err take_most(struct binder *b, size_t i, struct error *e)
{
    struct roles *r = &b->roles;
    struct link *l = bind_at(b, i);
    struct link *of = bind_next(b, i);
    struct link *before = i ? bind_at(b, i - 1) : NULL;

    l->used = true;
    r->ordered = r->superlative = true;
    r->descending = l->entry->param == 0;
    r->best_or_worst |= is_judgement(b, l);
    if (b->language == LANGUAGE_ES && i && bind_is_size(b, l) &&
        names_text_at(b, i - 1))
        r->superlative = names_one(b, i - 1); /* pedidos más grandes */
    if (b->language == LANGUAGE_ZH && (r->n_measures || r->n_numbers))
        return OK; /* 订单数最多: the order follows its measure */
    if (b->language == LANGUAGE_ZH && before && r->n_targets &&
        before->kind == LINK_COLUMN && before->to == l->from) {
        r->n_targets--; /* 订单最多: the most orders */
        return most_of(b, before, e);
    }
    if (of && of == bind_at(b, i + 1) &&
        (r->best_or_worst || bind_is_size(b, l)) && names_text_at(b, i + 1)) {
        take_size(b, i + 1);
        return OK; /* the biggest customers are not the most customers */
    }
    if (!of || bind_is(of, CONCEPT_AGG) || is_ranked_by(b, i))
        return OK; /* highest average: the aggregate takes its column */
    if (before && r->n_numbers && bind_fits(before, TAKES_NUMBER))
        return OK; /* precio mas alto */
    if (bind_fits(of, TAKES_NUMBER) ||
        (of == bind_at(b, i + 1) &&
         (bind_is(of, CONCEPT_ROWS) || of->kind == LINK_COLUMN)))
        return most_of(b, of, e);
    return OK;
}

/* "Total budget and spend", "average units, price and cost": the aggregate of
 * the number before is of this one too; AGG_NONE for none. */
static enum agg agg_shared(const struct binder *b, size_t i)
{
    const struct roles *r = &b->roles;
    const struct link *before = i ? bind_at(b, i - 1) : NULL;

    if (bind_is(before, CONCEPT_AND))
        before = i >= 2 ? bind_at(b, i - 2) : NULL;
    else if (!before || b->l->words.word[bind_at(b, i)->from].gap != ',')
        return AGG_NONE;
    if (!before || before->kind != LINK_COLUMN || !before->used ||
        !r->n_measures || r->n_numbers || b->language != LANGUAGE_EN ||
        !str_eq(r->measures[r->n_measures - 1].column,
                before->hits[0].column->name) ||
        r->measures[r->n_measures - 1].agg < AGG_SUM)
        return AGG_NONE;
    return r->measures[r->n_measures - 1].agg;
}

/* 平均时长、成交单数: the average of both, or of the first alone? */
static bool may_share_average(const struct binder *b, size_t i)
{
    const struct roles *r = &b->roles;
    const struct link *before = i ? bind_at(b, i - 1) : NULL;

    if (bind_is(before, CONCEPT_AND))
        before = i >= 2 ? bind_at(b, i - 2) : NULL;
    return b->language == LANGUAGE_ZH && before &&
           before->kind == LINK_COLUMN && before->used && r->n_measures &&
           !r->n_numbers &&
           str_eq(r->measures[r->n_measures - 1].column,
                  before->hits[0].column->name) &&
           r->measures[r->n_measures - 1].agg == AGG_AVG;
}

/* What a loose column is. */
static enum err take_column(struct binder *b, size_t i, struct error *e)
{
    struct link *l = bind_at(b, i);
    const struct link *before = i ? bind_at(b, i - 1) : NULL;
    const struct schema_column *c = NULL;
    unsigned takes = TAKES_ALL;

    l->used = true;
    if (bind_fits(l, TAKES_NUMBER) && bind_fits(l, TAKES_TEXT | TAKES_DATE))
        takes = bind_is(before, CONCEPT_WHICH) || bind_is(before, CONCEPT_TOP)
                    ? TAKES_TEXT | TAKES_DATE
                    : TAKES_ALL;
    if (bind_pick(b, l, takes, &c, e))
        return e->code;
    if (!c)
        return OK;
    if (c->kind == COLUMN_NUMBER &&
        !(bind_is(before, CONCEPT_WHICH) &&
          (link_column_groups(c) & GROUP_YEAR)) &&
        !(bind_is(bind_at(b, i + 1), CONCEPT_MOST) &&
          bind_has(b, l, bind_at(b, i + 1)))) { /* the class with the most */
        if (may_share_average(b, i))
            bind_ask_how(b, c);
        else if (agg_shared(b, i))
            roles_add_measure(&b->roles, agg_shared(b, i), c->name);
        else
            roles_add_number(&b->roles, c);
    } else {
        roles_add_target(&b->roles, c);
        b->roles.of_which |= bind_is(before, CONCEPT_WHICH);
    }
    return OK;
}

/* A word for a unit of time outside of "per month". */
static void take_grain(struct binder *b, size_t i)
{
    bind_at(b, i)->used = true;
    group_by_grain(b, i, (enum grain)bind_at(b, i)->entry->param);
}

/* Concepts that only raise a flag; false for others. */
static bool take_flag(struct binder *b, struct link *l)
{
    struct roles *r = &b->roles;

    switch (l->entry->kind) {
    case CONCEPT_ROWS: r->rows = true; break;
    case CONCEPT_LIST:
        r->list |= l->entry->param == 1;
        r->which |= l->entry->param == 0;
        break;
    case CONCEPT_WHICH: r->which = true; break;
    case CONCEPT_MUCH:
        r->which = r->much = true;
        r->money |= l->entry->param == 1;
        break;
    case CONCEPT_SHARE: r->share = true; break;
    case CONCEPT_COMPARE: r->compare = true; break;
    case CONCEPT_TREND: r->trend = true; break;
    case CONCEPT_MONEY:
        if (r->money && r->direction != MONEY_ANY &&
            l->entry->param != MONEY_ANY &&
            (int)r->direction != l->entry->param)
            return false; /* spent and earned are two sums */
        r->money = true;
        r->direction = (enum money_direction)l->entry->param;
        break;
    case CONCEPT_SORT:
        r->ordered = r->sorted = true;
        r->descending = l->entry->param == 0;
        break;
    case CONCEPT_TOP:
        r->ordered = true;
        r->descending = l->entry->param == 0;
        r->best_or_worst |= is_judgement(b, l);
        break;
    case CONCEPT_BETWEEN:
        if (!l->entry->param)
            return false;
        break;
    case CONCEPT_TO:
        if (l->entry->param)
            return false;
        break;
    default: return false;
    }
    l->used = true;
    return true;
}

bool bind_is_relative(const struct binder *b, size_t i)
{
    const struct link *before = i ? bind_at(b, i - 1) : NULL;

    return before &&
           (before->kind == LINK_COLUMN || bind_is(before, CONCEPT_ROWS));
}

static enum err take_concept(struct binder *b, size_t i, struct error *e)
{
    struct link *l = bind_at(b, i);

    switch (l->entry->kind) {
    case CONCEPT_AGG: return bind_take_agg(b, i, e);
    case CONCEPT_MANY: return bind_take_many(b, i, e);
    case CONCEPT_BY: return take_by(b, i, e);
    case CONCEPT_MOST: return take_most(b, i, e);
    case CONCEPT_LIKE: return bind_take_like(b, i, e);
    case CONCEPT_GRAIN:
    case CONCEPT_PERIODIC: take_grain(b, i); return OK;
    case CONCEPT_WHO:
        l->used = true;
        b->roles.who |= !bind_is_relative(b, i);
        if (i && bind_is(bind_at(b, i - 1), CONCEPT_AND))
            bind_ask(b, ASK_NOT_PLACED, bind_words(b, l), no_text, no_text);
        return OK; /* the largest team and who runs it */
    default: (void)take_flag(b, l); return OK;
    }
}

/* "The customers with the highest amount of sent orders": the orders are the
 * rows, and no second thing that is ranked. */
static void drop_rows(struct binder *b)
{
    struct roles *r = &b->roles;
    size_t key;

    if (r->n_targets != 2 || !r->ordered || !(r->n_numbers + r->n_measures) ||
        bind_is_key(b, r->targets[0]) == bind_is_key(b, r->targets[1]))
        return;
    key = bind_is_key(b, r->targets[1]);
    if (!(link_column_groups(r->targets[key]) & GROUP_ORDER))
        return;
    r->targets[0] = r->targets[1 - key];
    r->n_targets = 1;
}

enum err bind_roles(struct binder *b, struct error *e)
{
    size_t i;
    size_t k;
    enum err err = OK;

    bind_doers(b);
    /* The order is known before "by sales" is read. */
    for (i = 0; i < b->l->n; i++) {
        if (!bind_is(bind_at(b, i), CONCEPT_TOP))
            continue;
        (void)take_flag(b, bind_at(b, i));
        b->roles.superlative |= names_one(b, i + 1);
        for (k = 0; k < i; k++)
            b->roles.superlative |=
                bind_is(bind_at(b, k), CONCEPT_WHICH) && names_one(b, k + 1);
    }
    for (i = 0; i < b->l->n && !err && !b->out->asks; i++) {
        struct link *l = bind_at(b, i);

        if (l->used)
            continue;
        if (bind_is(l, CONCEPT_WHEN) || bind_is(l, CONCEPT_WHERE))
            bind_take_place_or_time(b, i);
        else if (l->kind == LINK_CONCEPT)
            err = take_concept(b, i, e);
        else if (l->kind == LINK_COLUMN)
            err = take_column(b, i, e);
    }
    if (b->roles.full)
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
    drop_rows(b);
    if (!err && !b->out->asks)
        err = bind_who_or_money(b, e);
    if (!err && !b->out->asks)
        err = bind_flow(b, e);
    return err;
}
