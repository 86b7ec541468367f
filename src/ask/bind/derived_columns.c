/* A column that the question makes of two others, in place of the words that
 * said it: every form of question works over it as over a column of the file. */
#include "ask/bind/derived_columns.h"

static bool may_be_named(struct str name)
{
    return name.n && str_find_char(name, '"') == name.n;
}

enum err bind_make(struct binder *b, const struct bind_making *m,
                   const struct schema_column **out, struct error *e)
{
    const struct str names[3] = {m->of[0]->name, m->of[1]->name};
    struct bound *o = b->out;
    struct bind_derived *made;

    *out = NULL;
    if (o->n_derived == BIND_MAX_DERIVED || !may_be_named(m->of[0]->name) ||
        !may_be_named(m->of[1]->name))
        return OK;
    if (!o->derived)
        o->derived =
            arena_alloc_array(b->a, BIND_MAX_DERIVED, sizeof(*o->derived), e);
    if (!o->derived)
        return e->code;
    made = &o->derived[o->n_derived];
    *made = (struct bind_derived){.of = {m->of[0]->name, m->of[1]->name}};
    made->column = (struct schema_column){.kind = COLUMN_NUMBER,
                                          .non_null = m->of[1]->non_null,
                                          .aggregated = m->aggregated};
    if (m->alike) {
        made->column.words = m->of[0]->words;
        made->column.nouns = m->of[0]->nouns;
        made->column.groups = m->of[0]->groups;
    }
    if (bind_message_fill(m->formula, names, b->a, &made->column.formula, e) ||
        bind_message_fill(m->name, names, b->a, &made->column.name, e))
        return e->code;
    o->n_derived++;
    *out = &made->column;
    return OK;
}

void bind_drop_link(struct binder *b, size_t i)
{
    struct links *l = b->l;

    for (l->n--; i < l->n; i++)
        l->link[i] = l->link[i + 1];
}

void bind_put_derived(struct binder *b, size_t i, size_t from, size_t to,
                      const struct schema_column *c)
{
    struct links *l = b->l;
    size_t k;

    for (k = l->n++; k > i; k--)
        l->link[k] = l->link[k - 1];
    l->link[i] = (struct link){.kind = LINK_COLUMN,
                               .from = from,
                               .to = to,
                               .score = 1,
                               .hits = {{.column = c, .score = 1}},
                               .n_hits = 1};
}
