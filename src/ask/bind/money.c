/*
 * What was sold, spent and earned, in money or in pieces, and by whom: verbs
 * and words that name no column, where one can be meant.
 */
#include "ask/bind/column_name.h"
#include "ask/bind/derived_columns.h"
#include "ask/bind/main_measure.h"
#include "ask/vocabulary/term_lists.h"

static const struct str no_text = {0};

/* The money column of the table, for "how much did we sell". */
static enum err money_column(struct binder *b, const struct schema_column **out,
                             struct error *e)
{
    static const noun_groups order[] = {GROUP_SALES, GROUP_AMOUNT, GROUP_COST};
    size_t k;
    size_t i;

    *out = NULL;
    for (k = 0; k < 3 && !*out; k++) {
        for (i = 0; i < b->t->n_columns; i++) {
            const struct schema_column *c = &b->t->columns[i];
            noun_groups g = link_column_groups(c);

            if (c->kind != COLUMN_NUMBER || !(g & order[k]) || (g & GROUP_RATE))
                continue;
            if (*out) {
                *out = bind_main_measure(b); /* and not its tax */
                return *out ? OK : bind_ask_measure(b, ASK_WHICH_MEASURE, e);
            }
            *out = c;
        }
    }
    return *out ? OK : bind_ask_measure(b, ASK_WHICH_MEASURE, e);
}

/* "How many phones were sold": pieces, not rows. */
static enum err pieces_sold(struct binder *b, struct error *e)
{
    struct roles *r = &b->roles;
    const struct schema_column *c = NULL;
    size_t n = 0;
    size_t i;

    for (i = 0; i < b->t->n_columns; i++) {
        noun_groups g = link_column_groups(&b->t->columns[i]);

        if (b->t->columns[i].kind != COLUMN_NUMBER || !(g & GROUP_QUANTITY) ||
            g & GROUP_RATE)
            continue;
        c = &b->t->columns[i];
        n++;
    }
    if (n != 1)
        return bind_ask_measure(b, ASK_WHICH_MEASURE, e);
    bind_note(b, SAY_SUM_OF, c->name, no_text, no_text);
    r->n_measures = 0;
    roles_add_measure(r, AGG_SUM, c->name);
    return OK;
}

/* "How many products were sold" where pieces are counted: kinds or pieces? */
static bool counts_products(const struct binder *b)
{
    const struct spec_measure *m = b->roles.measures;
    const struct schema_column *c =
        b->roles.n_measures ? bind_column(b, m->column) : NULL;
    size_t n;

    (void)bind_about(b, GROUP_QUANTITY, COLUMN_NUMBER, &n);
    return n && c && m->agg == AGG_DISTINCT &&
           link_column_groups(c) & GROUP_PRODUCT;
}

/* Is a column of words asked for, which may hold who it is? */
static bool names_text(const struct binder *b)
{
    const struct roles *r = &b->roles;
    size_t i;

    for (i = 0; i < r->n_targets; i++) {
        if (r->targets[i]->kind == COLUMN_TEXT)
            return true;
    }
    return r->n_groups > 0;
}

/* Is a row something that was bought or sold, and not a customer? */
static bool are_sales(const struct binder *b)
{
    size_t i;

    for (i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (c->kind == COLUMN_NUMBER &&
            link_column_groups(c) & (GROUP_SALES | GROUP_AMOUNT | GROUP_COST |
                                     GROUP_QUANTITY | GROUP_PRICE))
            return true;
    }
    return false;
}

static bool is_number(const struct binder *b, struct str column)
{
    const struct schema_column *c = bind_column(b, column);

    return c && c->kind == COLUMN_NUMBER;
}

static bool is_order(const struct schema_column *c)
{
    return bind_is_called(c, &words_bind_order_code) ||
           bind_name_has(c, &words_bind_order_code_chinese);
}

/* What was paid at a time is of many rows, where an order has many: all of it
 * over how many orders there are. NULL: a row is an order. */
enum err bind_each_order(struct binder *b, const struct schema_column *paid,
                         const struct schema_column **out, struct error *e)
{
    const struct schema_column *order = NULL;
    struct bind_making m = {.aggregated = true,
                            .alike = true,
                            .formula = "sum(\"$1\") / distinct(\"$2\")",
                            .name = "$1 / $2"};

    *out = NULL;
    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (!bind_is_code(c) || c->owner || !is_order(c))
            continue;
        if (bind_is_key(b, c))
            return OK;
        order = order ? order : c;
    }
    if (!order)
        return OK;
    m.of[0] = paid;
    m.of[1] = order;
    return bind_make(b, &m, out, e);
}

/* How many orders a row has, where it is of several: 订单数, orders. Those that
 * were sent back are none. */
static bool orders_of(const struct binder *b, const struct schema_column **out)
{
    size_t n = 0;

    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];
        const bool counts =
            (c->words.n &&
             term_list_has(&words_bind_orders, c->words.word[0].fold)) ||
            bind_name_has(c, &words_bind_orders_chinese);

        if (!counts || c->kind != COLUMN_NUMBER || !c->whole ||
            bind_name_has(c, &words_bind_returned_chinese))
            continue;
        *out = c;
        n++;
    }
    return n == 1;
}

/* What was paid over how many orders there were. */
static enum err average_order(struct binder *b,
                              const struct schema_column *paid,
                              const struct schema_column *orders,
                              struct error *e)
{
    const struct bind_making m = {.of = {paid, orders},
                                  .aggregated = true,
                                  .formula = "sum(\"$1\") / sum(\"$2\")",
                                  .name = "$1 / $2"};
    const struct schema_column *c;

    if (bind_make(b, &m, &c, e) || !c)
        return e->code;
    roles_add_measure(&b->roles, AGG_SUM, c->name);
    return OK;
}

/* "Average ticket", 客单价: the average of what was paid at a time, of the
 * column that was named or of the one of money. */
static enum err average_sale(struct binder *b, struct error *e)
{
    struct roles *r = &b->roles;
    const struct schema_column *c = NULL;
    const struct schema_column *each = NULL;
    const struct schema_column *orders;

    if (r->n_numbers == 1 && !r->n_measures) {
        c = r->numbers[0];
        r->n_numbers = 0;
    } else if (r->n_groups == 1 && is_number(b, r->groups[0].column)) {
        c = bind_column(b, r->groups[0].column); /* 按实收金额算 */
        r->n_groups = 0;
    } else if (money_column(b, &c, e)) {
        return e->code;
    } else if (!c) {
        return OK;
    }
    if (c->formula.n) { /* 客单价（销售额除以订单数）: said what it is */
        roles_add_measure(r, AGG_SUM, c->name);
        return OK;
    }
    if (orders_of(b, &orders))
        return average_order(b, c, orders, e);
    if (bind_each_order(b, c, &each, e))
        return e->code;
    if (each)
        roles_add_number(r, each);
    else
        roles_add_measure(r, AGG_AVG, c->name);
    return OK;
}

/* "How much did we make": is nothing named that it could be of? */
static bool is_bare_much(const struct binder *b)
{
    const struct roles *r = &b->roles;

    return b->language == LANGUAGE_EN && r->much && !r->money &&
           !r->n_measures && !r->n_numbers && !r->n_targets && !r->counting &&
           !r->share && !b->out->spec.change.kind && !b->out->spec.step.kind;
}

static bool says(const struct binder *b, const struct term_list *list)
{
    for (size_t i = 0; i < b->l->words.n; i++) {
        if (term_list_has(list, b->l->words.word[i].fold))
            return true;
    }
    return false;
}

/* Does one sell, who is no customer; "to whom" is the customer. */
static bool asks_seller(const struct binder *b)
{
    const struct words *w = &b->l->words;

    if (w->n > 1 && str_is(w->word[0].fold, "a") &&
        term_list_has(&words_bind_who, w->word[1].fold))
        return false;
    return (says(b, &words_bind_sold) ||
            (says(b, &words_bind_made) && says(b, &words_bind_sale))) &&
           !says(b, &words_bind_to_whom);
}

/* Does the column say who sold? */
static bool is_seller(const struct schema_column *c)
{
    return c->kind == COLUMN_TEXT && !bind_is_code(c) &&
           (bind_is_called(c, &words_bind_seller) ||
            bind_name_has(c, &words_bind_seller_chinese));
}

/* Of the columns of persons the one that sold, where the question is of that,
 * or the one that bought; else the only one. *n of them there are. */
static const struct schema_column *person_of_trade(const struct binder *b,
                                                   size_t *n)
{
    bool seller = asks_seller(b);
    const struct schema_column *only = NULL;
    size_t i;

    *n = 0;
    for (i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];
        bool sells = is_seller(c);
        bool person =
            c->kind == COLUMN_TEXT && link_column_groups(c) & GROUP_PERSON;

        if (seller ? !sells : !(person || sells))
            continue;
        if (!seller && b->roles.money && sells)
            continue;
        only = c;
        *n += 1;
    }
    return only;
}

/* "Who" is the one person of the rows; false: nobody knows which. */
static bool take_who(struct binder *b)
{
    size_t n;
    const struct schema_column *c = bind_person_of_rows(b, &n);

    if (n != 1)
        c = person_of_trade(b, &n);
    if (n == 1)
        roles_add_target(&b->roles, c);
    else
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
    return n == 1;
}

/* A bare "how much" is of the money, or the one price: how much is a hoodie?
 * false: nobody knows of what. */
static bool take_bare_much(struct binder *b)
{
    struct roles *r = &b->roles;
    const struct schema_column *price;
    size_t n;

    r->money = bind_about(b, GROUP_SALES | GROUP_AMOUNT, COLUMN_NUMBER, &n);
    if (r->money)
        return true;
    price = bind_about(b, GROUP_PRICE, COLUMN_NUMBER, &n);
    if (!price || n != 1)
        return false;
    roles_add_number(r, price);
    return true;
}

enum err bind_who_or_money(struct binder *b, struct error *e)
{
    struct roles *r = &b->roles;
    const struct schema_column *c = NULL;
    size_t n;

    if (r->who && !names_text(b) && !take_who(b))
        return OK;
    if (r->much && !r->money && !bind_about(b, 0, COLUMN_NUMBER, &n)) {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
        return OK; /* how much of what has no figures? */
    }
    if (r->money && r->direction == MONEY_EACH)
        return average_sale(b, e);
    if (is_bare_much(b) && !take_bare_much(b))
        return bind_ask_measure(b, ASK_WHICH_MEASURE, e);
    if (r->money && r->bare_count)
        return pieces_sold(b, e);
    if (r->money && counts_products(b))
        return bind_ask_measure(b, ASK_WHICH_MEASURE, e);
    if (r->money && r->direction == MONEY_ANY && r->n_targets && !r->ordered &&
        !r->much && are_sales(b))
        return OK; /* customers who bought, products sold: only these */
    if (r->money && !r->n_measures && !r->n_numbers && !r->counting) {
        if (money_column(b, &c, e))
            return e->code;
        if (!c)
            return OK;
        bind_note(b, SAY_SUM_OF, c->name, no_text, no_text);
        roles_add_measure(r, AGG_SUM, c->name);
    }
    return OK;
}

/* Spent and earned are signs of one column where both are in it. */
enum err bind_flow(struct binder *b, struct error *e)
{
    struct roles *r = &b->roles;
    struct str column = no_text;
    struct spec_filter *f;
    struct str zero = STR("0");
    size_t i;

    if (!r->money || r->direction == MONEY_ANY || r->direction == MONEY_EACH)
        return OK;
    if (r->n_measures)
        column = r->measures[0].column;
    else if (r->n_numbers)
        column = r->numbers[0]->name;
    for (i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (!str_eq(c->name, column) || !c->min.n || c->min.p[0] != '-' ||
            !c->max.n || c->max.p[0] == '-')
            continue;
        f = bind_new_filter(b);
        if (!f)
            return OK;
        if (r->direction == MONEY_OUT)
            r->descending = !r->descending; /* the most spent is the lowest */
        f->column = column;
        f->op = r->direction == MONEY_OUT ? FILTER_LT : FILTER_GT;
        f->literal = LITERAL_NUMBER;
        bind_note(b,
                  r->direction == MONEY_OUT ? SAY_ONLY_NEGATIVE
                                            : SAY_ONLY_POSITIVE,
                  column, no_text, no_text);
        return bind_values(b, f, &zero, 1, e);
    }
    return OK;
}
