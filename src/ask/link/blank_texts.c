#include "ask/link/blank_texts.h"

static bool has_blank_texts(const struct schema_table *t, struct str name)
{
    for (size_t i = 0; i < t->n_columns; i++)
        if (str_eq(t->columns[i].name, name))
            return t->columns[i].blank_texts;
    return false;
}

void blank_texts_apply(const struct schema_table *t, struct query_spec *s)
{
    static const struct str blank = {"", 0};

    for (size_t i = 0; i < s->n_filters; i++) {
        struct spec_filter *f = &s->filters[i];

        if ((f->op != FILTER_NULL && f->op != FILTER_NOT_NULL) ||
            !has_blank_texts(t, f->column))
            continue;
        f->values = &blank;
        f->n = 1;
    }
}
