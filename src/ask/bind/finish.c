/*
 * What holds whatever was asked for: rows of totals are no rows, and averages
 * are rounded where that loses nothing.
 */
#include "ask/bind/column_name.h"
#include "ask/bind/period.h"
#include "ask/bind/statement.h"
#include "ask/vocabulary/term_lists.h"

/* Negative amounts that are smaller by this are returns, not a side. */
#define MANY_TIMES 10

static const struct str no_text = {0};

/* The value of the column that is a row of totals; false when none is. */
static bool has_totals(const struct schema_table *t,
                       const struct schema_column *c, struct str *value)
{
    static const char *const keys[] = {"\n total \n", "\n grand total \n",
                                       "\n 合 计 \n", "\n 总 计 \n"};
    size_t i;

    *value = c->total_label.n ? c->total_label : c->total_text;
    if (value->n)
        return true;
    for (i = 0; i < t->n_columns; i++)
        if (t->columns[i].total_text.n)
            return false; /* that tells all of them */
    for (i = 0; i < COUNT_OF(keys) && schema_may_total(t, c); i++) {
        const size_t at = str_find(c->keys, str_from(keys[i]));

        if (at == c->keys.n)
            continue;
        *value = c->values[schema_value_at(c, at + 1)];
        return true;
    }
    return false;
}

/* Do the days that are asked for leave the row of totals out already? */
static bool has_days(const struct query_spec *s, const struct schema_column *c)
{
    for (size_t i = 0; c->total_label.n && i < s->n_filters; i++)
        if (s->filters[i].op == FILTER_PERIOD &&
            str_eq(s->filters[i].column, c->name))
            return true;
    return false;
}

/* A row of totals among the rows would count everything twice. */
static enum err leave_totals(struct binder *b, struct error *e)
{
    struct query_spec *s = &b->out->spec;
    size_t i;

    if (s->kind == SPEC_ROWS && s->order == ORDER_NONE)
        return OK; /* all rows are all rows */
    for (i = 0; i < b->t->n_columns && !b->out->asks; i++) {
        const struct schema_column *c = &b->t->columns[i];
        struct spec_filter *f;
        struct str value;

        if (!has_totals(b->t, c, &value) || bind_is_fixed(b, c) ||
            has_days(s, c))
            continue;
        f = bind_new_filter(b);
        if (!f)
            return OK;
        f->column = c->name;
        f->op = FILTER_NE;
        f->totals = true;
        bind_note(b, SAY_TOTALS, c->name, value, no_text);
        if (c->total_label.n && c->view != VIEW_WHOLE_DAY) {
            f->op = FILTER_NOT_NULL; /* it was read as no value */
            continue;
        }
        if (bind_values(b, f, &value, 1, e))
            return e->code;
    }
    return OK;
}

/* Below it six decimals are less than four digits: of millionths none. */
#define ROUNDED_FROM 0.01

/* Sums of floats have crumbs in their last digits; six decimals have none. */
static void round_averages(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    size_t i;

    for (i = 0; i < s->n_measures; i++) {
        struct spec_measure *m = &s->measures[i];
        const struct schema_column *c = bind_column(b, m->column);
        struct json max = {.type = JSON_NUMBER};

        m->round = false;
        if (m->agg != AGG_AVG || !c || !c->max.n)
            continue;
        max.text = c->max;
        m->round = json_double(&max) >= ROUNDED_FROM;
    }
}

/* A condition on each customer needs groups that are the customers. */
static void check_having(struct binder *b)
{
    const struct query_spec *s = &b->out->spec;

    if (s->has_having &&
        ((s->kind != SPEC_AGGREGATE && s->kind != SPEC_COUNTED) ||
         s->n_groups != 1 || !str_eq(s->groups[0].column, b->entity->name)))
        bind_ask(b, ASK_CONDITION, b->entity->name, no_text, no_text);
}

/* "Top 3 customers by month": three, or three of each month? */
static void check_order(struct binder *b)
{
    const struct query_spec *s = &b->out->spec;
    const struct roles *r = &b->roles;
    const struct schema_column *c = bind_column(
        b, s->order == ORDER_COLUMN ? s->order_column : s->measures[0].column);

    if (s->order == ORDER_MEASURE && s->limit && !s->each && r->n_targets &&
        r->n_groups)
        bind_ask(b, ASK_OF_EACH, r->targets[0]->name,
                 r->groups[r->n_groups - 1].grain
                     ? str_from(grain_name(r->groups[r->n_groups - 1].grain))
                     : r->groups[r->n_groups - 1].column,
                 no_text);
    if (r->best_or_worst && c && s->measures[0].agg != AGG_DISTINCT &&
        (!bind_is_added(c) || link_column_groups(c) & GROUP_COST))
        bind_ask(b, ASK_BEST, c->name, no_text, no_text);
}

/* Is the column held to one sign by a filter: only what was spent? */
static bool has_one_sign(const struct query_spec *s, struct str column)
{
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];
        bool negative = f->n && f->values[0].n && f->values[0].p[0] == '-';

        if (!str_eq(f->column, column) || f->op > FILTER_BETWEEN)
            continue;
        if ((f->op == FILTER_GT || f->op == FILTER_GE ||
             f->op == FILTER_BETWEEN) &&
            !negative)
            return true;
        if ((f->op == FILTER_LT || f->op == FILTER_LE) &&
            (negative || str_is(f->values[0], "0")))
            return true;
    }
    return false;
}

/*
 * Of 100 in and 90 out the 100 are 1000 percent: that says nothing. Of sales
 * with some returns the answer is given, and warns where groups are negative.
 */
static void check_share(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    const struct schema_column *c = bind_column(b, s->measures[0].column);
    struct json min = {.type = JSON_NUMBER};
    struct json max = {.type = JSON_NUMBER};

    if (!s->share || !c || s->measures[0].agg != AGG_SUM || !c->min.n ||
        !c->max.n)
        return;
    min.text = c->min;
    max.text = c->max;
    if (-json_double(&min) * MANY_TIMES > json_double(&max) &&
        json_double(&max) > 0 && !has_one_sign(s, c->name))
        bind_ask(b, ASK_BOTH_SIGNS, c->name, no_text, no_text);
    if (b->roles.money && b->roles.direction == MONEY_OUT &&
        json_double(&min) < 0)
        s->descending = false; /* the most spent is the lowest */
}

/* The view of a column of months; VIEW_CELL for any other. */
static enum spec_view view_of(const struct binder *b, struct str column)
{
    const struct schema_column *c = column.n ? bind_column(b, column) : NULL;

    return c ? c->view : VIEW_CELL;
}

static bool is_extreme(const struct spec_measure *m)
{
    return m->agg == AGG_MIN || m->agg == AGG_MAX || m->agg == AGG_RANGE;
}

/* Days of the week by their names, and hours. */
static void view_times(struct binder *b, const struct schema_column *c,
                       struct spec_group *g)
{
    static const enum spec_view names[] = {[LANGUAGE_EN] = VIEW_WEEKDAY_EN,
                                           [LANGUAGE_ES] = VIEW_WEEKDAY_ES,
                                           [LANGUAGE_ZH] = VIEW_WEEKDAY_ZH};

    if (c->view != VIEW_CELL)
        bind_ask_coarser(b, c);
    g->view = g->grain == GRAIN_HOUR ? VIEW_HOUR : names[b->language];
}

static void view_filters(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        struct spec_filter *f = &s->filters[i];

        if (f->op == FILTER_PERIOD || f->op == FILTER_MONTH)
            f->view = view_of(b, f->column);
    }
}

/*
 * Months are text: what counts days sees the first of them through the view.
 * A cell that is shown, or compared as it stands, stays what it is.
 */
static void view_months(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    const struct schema_column *c;
    size_t i;

    view_filters(b);
    for (i = 0; i < s->n_groups; i++) {
        struct spec_group *g = &s->groups[i];

        c = bind_column(b, g->column);
        if (c && g->grain >= GRAIN_WEEKDAY) {
            view_times(b, c, g);
            continue;
        }
        if (!c || c->view == VIEW_CELL)
            continue;
        if (!g->grain && !c->sorts && s->n_measures &&
            s->order != ORDER_MEASURE)
            g->grain = bind_finest(c); /* May is not before April */
        if (!g->grain)
            continue;
        g->view = c->view;
        if (g->grain < bind_finest(c))
            bind_ask_coarser(b, c);
    }
    for (i = 0; i < s->n_measures; i++) {
        struct spec_measure *m = &s->measures[i];

        c = m->column.n ? bind_column(b, m->column) : NULL;
        if (c && is_extreme(m) && !(c->sorts && m->agg != AGG_RANGE))
            m->view = c->view;
    }
    c = s->order == ORDER_COLUMN ? bind_column(b, s->order_column) : NULL;
    if (c && c->view != VIEW_CELL && !c->sorts)
        bind_ask(b, ASK_BY_WHAT, c->name, no_text, no_text);
}

/*
 * What was never filled in is no zero and no empty list: it needs
 * clarification. How many have it is a question that it answers.
 */
static void check_filled(struct binder *b)
{
    const struct query_spec *s = &b->out->spec;
    const struct schema_column *c;
    size_t i;

    for (i = 0; b->t->rows && i < s->n_measures; i++) {
        const struct spec_measure *m = &s->measures[i];

        c = m->column.n ? bind_column(b, m->column) : NULL;
        if (c && c->empty && m->agg != AGG_COUNT && m->agg != AGG_DISTINCT)
            bind_ask(b, ASK_EMPTY_COLUMN, c->name, no_text, no_text);
    }
    for (i = 0; b->t->rows && i < s->n_groups; i++) {
        c = bind_column(b, s->groups[i].column);
        if (c && c->empty)
            bind_ask(b, ASK_EMPTY_COLUMN, c->name, no_text, no_text);
    }
}

/* "In IT above the average": of all, or of those in IT? */
static void check_average(struct binder *b)
{
    const struct query_spec *s = &b->out->spec;
    size_t i;

    for (i = 0; i < s->n_filters && s->n_filters > 1; i++) {
        if (s->filters[i].literal == LITERAL_AVERAGE)
            bind_ask(b, ASK_HOW_TO_ADD, s->filters[i].column, no_text, no_text);
    }
}

/* The column that says in which currency a row is, where there are several. */
static const struct schema_column *currency_of_rows(const struct binder *b)
{
    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (c->kind == COLUMN_TEXT && c->complete && c->n_values > 1 &&
            (bind_is_called(c, &words_bind_currency_column) ||
             bind_name_has(c, &words_bind_currency_column_chinese)))
            return c;
    }
    return NULL;
}

/* Is every figure of the answer of one currency? */
static bool is_of_one(const struct query_spec *s, struct str currency)
{
    for (size_t i = 0; i < s->n_filters; i++) {
        if (str_eq(s->filters[i].column, currency) &&
            s->filters[i].op == FILTER_EQ)
            return true;
    }
    for (size_t i = 0; i < s->n_groups; i++) {
        if (str_eq(s->groups[i].column, currency))
            return true;
    }
    return false;
}

#define MONEY                                                            \
    (GROUP_SALES | GROUP_AMOUNT | GROUP_COST | GROUP_PRICE | GROUP_PAY | \
     GROUP_PROFIT)

/* Euros and dollars have no sum. An amount whose name has its unit is in that,
 * whatever the rows were paid in. */
static enum err note_currencies(struct binder *b, struct error *e)
{
    const struct query_spec *s = &b->out->spec;
    const struct schema_column *currency = currency_of_rows(b);
    struct str list;

    for (size_t i = 0; currency && !b->out->asks && i < s->n_measures; i++) {
        const struct spec_measure *m = &s->measures[i];
        const struct schema_column *c =
            m->column.n ? bind_column(b, m->column) : NULL;

        if (!c || c->kind != COLUMN_NUMBER || m->agg == AGG_DISTINCT ||
            m->agg == AGG_COUNT || !(link_column_groups(c) & MONEY) ||
            link_column_groups(c) & GROUP_RATE || c->groups & GROUP_MONEY ||
            is_of_one(s, currency->name))
            continue;
        if (str_printf(b->a, &list, e, "%.*s, %.*s%s",
                       STR_FMT(currency->values[0]),
                       STR_FMT(currency->values[1]),
                       currency->n_values > 2 ? ", ..." : ""))
            return e->code;
        bind_note(b, SAY_CURRENCIES, c->name, list, currency->name);
        return OK;
    }
    return OK;
}

enum err bind_finish(struct binder *b, struct error *e)
{
    check_average(b);
    check_filled(b);
    view_months(b);
    check_having(b);
    check_order(b);
    check_share(b);
    round_averages(b);
    return leave_totals(b, e) || bind_check_statement(b, e)
               ? e->code
               : note_currencies(b, e);
}
