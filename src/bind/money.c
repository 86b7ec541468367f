/*
 * What was sold, spent and earned, in money or in pieces, and by whom: verbs
 * and words that name no column, where one can be meant.
 */
#include "bind/internal.h"

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
            if (*out)
                return bind_ask_measure(b, ASK_WHICH_MEASURE, e);
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

/* "Average ticket", 客单价: the average of what was paid at a time, of the
 * column that was named or of the one of money. */
static enum err average_sale(struct binder *b, struct error *e)
{
    struct roles *r = &b->roles;
    const struct schema_column *c = NULL;

    if (r->n_numbers == 1 && !r->n_measures) {
        c = r->numbers[0];
        r->n_numbers = 0;
    } else if (r->n_groups == 1 && is_number(b, r->groups[0].column)) {
        c = bind_column(b, r->groups[0].column); /* 按实收金额算 */
        r->n_groups = 0;
    } else if (money_column(b, &c, e) || !c) {
        return b->out->asks ? OK : e->code;
    }
    bind_note(b, SAY_AVERAGE_OF, c->name, no_text, no_text);
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

/* "Who" is the one person of the rows; false: nobody knows which. */
static bool take_who(struct binder *b)
{
    size_t n;
    const struct schema_column *c = bind_person_of_rows(b, &n);

    if (n != 1)
        c = bind_about(b, GROUP_PERSON, COLUMN_TEXT, &n);
    if (n == 1)
        roles_add_target(&b->roles, c);
    else
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
    return n == 1;
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
    if (r->money && r->flow == FLOW_EACH)
        return average_sale(b, e);
    if (is_bare_much(b)) {
        if (!bind_about(b, GROUP_SALES | GROUP_AMOUNT, COLUMN_NUMBER, &n))
            return bind_ask_measure(b, ASK_WHICH_MEASURE, e);
        r->money = true;
    }
    if (r->money && r->bare_count)
        return pieces_sold(b, e);
    if (r->money && counts_products(b))
        return bind_ask_measure(b, ASK_WHICH_MEASURE, e);
    if (r->money && r->flow == FLOW_ANY && r->n_targets && !r->ordered &&
        !r->much && are_sales(b))
        return OK; /* customers who bought, products sold: only these */
    if (r->money && !r->n_measures && !r->n_numbers && !r->counting) {
        if (money_column(b, &c, e) || !c)
            return b->out->asks ? OK : e->code;
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

    if (!r->money || r->flow == FLOW_ANY || r->flow == FLOW_EACH)
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
        f = bind_filter(b);
        if (!f)
            return OK;
        if (r->flow == FLOW_OUT)
            r->descending = !r->descending; /* the most spent is the lowest */
        f->column = column;
        f->op = r->flow == FLOW_OUT ? FILTER_LT : FILTER_GT;
        f->literal = LITERAL_NUMBER;
        bind_note(b,
                  r->flow == FLOW_OUT ? SAY_ONLY_NEGATIVE : SAY_ONLY_POSITIVE,
                  column, no_text, no_text);
        return bind_values(b, f, &zero, 1, e);
    }
    return OK;
}
