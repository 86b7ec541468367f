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

void list_filters_apply(const struct schema_table *t, struct query_spec *s)
{
    for (size_t i = 0; i < s->n_filters; i++) {
        struct spec_filter *f = &s->filters[i];
        const struct schema_column *c =
            is_of_values(f) ? schema_find_column(t, f->column) : NULL;

        if (c && c->lists)
            f->view = VIEW_ITEM;
    }
    for (size_t i = s->n_filters; i-- > 0;)
        if (i < s->n_filters && s->filters[i].view == VIEW_ITEM &&
            is_not(&s->filters[i]))
            keep_blanks(s, s->filters[i].column);
}
