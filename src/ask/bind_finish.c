/*
 * What holds whatever was asked for: rows of totals are no rows, and averages
 * are rounded where that loses nothing.
 */
#include "ask/bind_internal.h"

static const struct str no_text = {0};

/* The value of the column that is a row of totals; false when none is. */
static bool has_totals(const struct schema_column *c, struct str *value)
{
    static const char *const keys[] = {"\n total \n", "\n grand total \n",
                                       "\n 合 计 \n", "\n 总 计 \n"};
    size_t i;

    for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        size_t at = str_find(c->keys, str_from(keys[i]));

        if (at == c->keys.n)
            continue;
        *value = c->values[schema_value_at(c, at + 1)];
        return true;
    }
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

        if (!c->keys.n || !has_totals(c, &value) || bind_is_fixed(b, c))
            continue;
        f = bind_filter(b);
        if (!f)
            return OK;
        f->column = c->name;
        f->op = FILTER_NE;
        bind_note(b, SAY_TOTALS, c->name, value, no_text);
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

        if (c && c->max.n)
            max.text = c->max;
        m->round = m->agg == AGG_AVG && c && json_double(&max) >= ROUNDED_FROM;
    }
}

enum err bind_finish(struct binder *b, struct error *e)
{
    round_averages(b);
    return leave_totals(b, e);
}
