#include "ask/link/list_filters.h"

static bool is_of_values(const struct spec_filter *f)
{
    return f->literal == LITERAL_TEXT && f->view == VIEW_CELL &&
           (f->op == FILTER_EQ || f->op == FILTER_NE || f->op == FILTER_IN ||
            f->op == FILTER_NOT_IN);
}

/* A list of no values has not the one, either: it is not left out. */
static void keep_blanks(struct query_spec *s, struct str column)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];

        if (f->op != FILTER_NOT_NULL || f->side || f->part ||
            !str_eq(f->column, column))
            s->filters[n++] = *f;
    }
    s->n_filters = n;
}

static bool is_not(const struct spec_filter *f)
{
    return f->op == FILTER_NE || f->op == FILTER_NOT_IN;
}

/* Is there an "and" between words, and no "or"? */
static bool says_and(const struct words *q)
{
    bool has_and = false;

    for (size_t i = 0; i < q->n; i++) {
        size_t n = 0;
        const struct question_word *w = question_words_find(q, i, &n);

        if (w && w->kind == CONCEPT_OR)
            return false;
        has_and |= w && w->kind == CONCEPT_AND;
    }
    return has_and;
}

/* A row of one value is never one and another, so there "and" means either; a list may
 * have both. */
static void need_all(struct query_spec *s, size_t at)
{
    const struct spec_filter all = s->filters[at];

    if (all.op != FILTER_IN || all.side || spec_groups_by(s, all.column) ||
        s->n_filters + all.n > SPEC_MAX_FILTERS)
        return;
    for (size_t i = 0; i < all.n; i++) {
        struct spec_filter *f = &s->filters[i ? s->n_filters++ : at];

        *f = all;
        f->op = FILTER_EQ;
        f->values = &all.values[i];
        f->n = 1;
    }
}

void list_filters_apply(const struct schema_table *t, const struct words *q,
                        struct query_spec *s)
{
    const size_t n = s->n_filters;

    for (size_t i = 0; i < n; i++) {
        struct spec_filter *f = &s->filters[i];
        const struct schema_column *c =
            is_of_values(f) ? schema_find_column(t, f->column) : NULL;

        if (!c || !c->lists)
            continue;
        f->view = VIEW_ITEM;
        if (says_and(q))
            need_all(s, i);
    }
    for (size_t i = s->n_filters; i-- > 0;)
        if (i < s->n_filters && s->filters[i].view == VIEW_ITEM &&
            is_not(&s->filters[i]))
            keep_blanks(s, s->filters[i].column);
}
