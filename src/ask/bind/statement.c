/*
 * The lines of a statement have each their own name, and some of them are what others come to.
 * One sum over all of them counts those twice. What a line is called tells it: at least two of
 * them, so that a product or a customer that is called so is none.
 */
#include "ask/bind/statement.h"

#include "ask/bind/column_name.h"

#define MIN_LINES  4
#define MAX_LINES  200
#define MIN_TOTALS 2
#define SHOWN      6 /* totals to choose from */

static const struct str no_text = {0};

static enum err is_total(const struct binder *b, struct str line, bool *is,
                         struct error *e)
{
    struct words w;

    *is = term_list_within(&words_bind_total_line_chinese, line);
    if (words_cut(line, WORDS_TEXT, b->a, &w, e))
        return e->code;
    for (size_t i = 0; i < w.n && !*is; i++)
        *is = term_list_has(&words_bind_total_line, w.word[i].fold);
    return OK;
}

/* May each row be a line that is called so? */
static bool may_be_lines(const struct schema_column *c)
{
    return c->kind == COLUMN_TEXT && c->complete && c->n_values >= MIN_LINES &&
           c->n_values <= MAX_LINES && 10 * c->distinct >= 9 * c->non_null;
}

static bool is_chosen(const struct query_spec *s, struct str column)
{
    for (size_t i = 0; i < s->n_filters; i++)
        if (str_eq(s->filters[i].column, column))
            return true;
    for (size_t i = 0; i < s->n_groups; i++)
        if (str_eq(s->groups[i].column, column))
            return true;
    return false;
}

/* Is some figure put together of several rows? */
static bool adds_rows(const struct query_spec *s)
{
    for (size_t i = 0; i < s->n_measures; i++)
        if (s->measures[i].agg == AGG_SUM || s->measures[i].agg == AGG_AVG)
            return true;
    return false;
}

static enum err check_lines(struct binder *b, const struct schema_column *c,
                            struct error *e)
{
    struct str total[SHOWN];
    struct str list;
    size_t n = 0;

    for (size_t i = 0; i < c->n_values && n < SHOWN; i++) {
        bool is;

        if (str_eq(c->values[i], c->total_word) ||
            str_eq(c->values[i], c->total_text))
            continue; /* left out already */
        if (is_total(b, c->values[i], &is, e))
            return e->code;
        if (is)
            total[n++] = c->values[i];
    }
    if (n < MIN_TOTALS || n == c->n_values)
        return OK;
    for (size_t i = 0; i < n; i++)
        bind_candidate(b, c, total[i]);
    if (str_printf(b->a, &list, e, "%.*s, %.*s%s", STR_FMT(total[0]),
                   STR_FMT(total[1]), n > MIN_TOTALS ? ", ..." : ""))
        return e->code;
    bind_ask(b, ASK_WHICH_LINE, c->name, list, no_text);
    return OK;
}

enum err bind_check_statement(struct binder *b, struct error *e)
{
    const struct query_spec *s = &b->out->spec;

    if (b->out->asks || !adds_rows(s))
        return OK;
    for (size_t i = 0; i < b->t->n_columns && !b->out->asks; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (may_be_lines(c) && !is_chosen(s, c->name) && check_lines(b, c, e))
            return e->code;
    }
    return OK;
}
