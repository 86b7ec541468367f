/*
 * A figure of two columns: "actual minus budget" is one of each row, "passengers
 * divided by seats" and "revenue per seat" are of all rows together, the sum of
 * the one over the sum of the other. "Per seat" names a column called seats; a
 * column that is not called in the plural is what is grouped by.
 */
#include "ask/bind/derived_columns.h"
#include "ask/link/time.h"

/* A column of quantities, the only one that the link may be. */
static const struct schema_column *figure_at(const struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);

    if (!l || l->kind != LINK_COLUMN || l->n_hits != 1 ||
        l->hits[0].column->kind != COLUMN_NUMBER ||
        l->hits[0].column->formula.n ||
        link_column_groups(l->hits[0].column) & GROUP_YEAR)
        return NULL;
    return l->hits[0].column;
}

/* "Per seat" of seats: said of one, called after many. */
static bool is_of_each(const struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);
    const struct word *said = &b->l->words.word[l->to - 1];
    const struct schema_column *c = figure_at(b, i);

    return c && bind_is_plural(c) && str_eq(said->fold, said->stem) &&
           !str_ends(said->fold, STR("s"));
}

static bool is_per(const struct binder *b, const struct link *l)
{
    return bind_is(l, CONCEPT_BY) && (time_is(&b->l->words, l->from, "per") ||
                                      time_is(&b->l->words, l->from, "por") ||
                                      time_is(&b->l->words, l->from, "每"));
}

/* Only a slash between the two, without a space on either side of it. */
static bool is_slash(const struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);
    const struct link *next = bind_at(b, i + 1);

    return next && next->from == l->to &&
           b->l->words.word[next->from].gap == '/';
}

/* The sign between the figures of link `i` and of one after it, at *of. */
static char sign_at(const struct binder *b, size_t i, size_t *of)
{
    const struct link *next = bind_at(b, i + 1);

    *of = i + 2;
    if (bind_is(next, CONCEPT_ARITHMETIC) && figure_at(b, *of)) {
        int sign = next->entry->param;

        return (char)sign;
    }
    if (is_per(b, next) && figure_at(b, *of) && is_of_each(b, *of) &&
        bind_is_added(figure_at(b, i)))
        return '/';
    *of = i + 1;
    return figure_at(b, *of) && is_slash(b, i) ? '/' : '\0';
}

static bool asks_percent(const struct binder *b)
{
    size_t i;

    for (i = 0; i < b->l->n && !bind_is(bind_at(b, i), CONCEPT_SHARE);)
        i++;
    return i < b->l->n;
}

/* "Load factor (passengers divided by seats)": what is in brackets says
 * what the words before them are, which no column is called. */
static void drop_name(struct binder *b, size_t i)
{
    const struct words *w = &b->l->words;
    const struct word *first = &w->word[bind_at(b, i)->from];

    if (first->offset == 0 || first->raw.p[-1] != '(')
        return;
    while (i-- > 0 && bind_at(b, i)->kind == LINK_UNKNOWN)
        bind_drop_link(b, i);
}

static enum err make(struct binder *b, const struct bind_making *m, size_t i,
                     size_t of, struct error *e)
{
    const struct schema_column *c;
    size_t from = bind_at(b, i)->from;
    size_t to = bind_at(b, of)->to;
    size_t k;

    if (bind_make(b, m, &c, e) || !c)
        return e->code;
    for (k = of + 1; k-- > i;)
        bind_drop_link(b, k);
    bind_put_derived(b, i, from, to, c);
    drop_name(b, i);
    return OK;
}

/* The percentage is in the formula then. */
static void drop_share(struct binder *b)
{
    size_t i;

    for (i = b->l->n; i-- > 0;) {
        if (bind_is(bind_at(b, i), CONCEPT_SHARE))
            bind_drop_link(b, i);
    }
}

enum err bind_ratios(struct binder *b, struct error *e)
{
    size_t of;
    size_t i;

    for (i = 0; i + 1 < b->l->n; i++) {
        char sign = figure_at(b, i) ? sign_at(b, i, &of) : '\0';
        struct bind_making m;
        bool percent;

        if (!sign || figure_at(b, i) == figure_at(b, of))
            continue;
        percent = sign == '/' && asks_percent(b);
        m = (struct bind_making){
            .of = {figure_at(b, i), figure_at(b, of)},
            .aggregated = sign == '/',
            .alike = sign == '-',
            .formula = sign == '-' ? "\"$1\" - \"$2\""
                       : percent   ? "100 * sum(\"$1\") / sum(\"$2\")"
                                   : "sum(\"$1\") / sum(\"$2\")",
            .name = sign == '-' ? "$1 − $2"
                    : percent   ? "$1 / $2 (%)"
                                : "$1 / $2"};
        if (make(b, &m, i, of, e))
            return e->code;
        if (percent)
            drop_share(b);
        return OK;
    }
    return OK;
}
