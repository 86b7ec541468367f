/* Figures of what the rows are. */
#include "ask/bind/compose.h"

const struct link *bind_naming(const struct binder *b, struct str column)
{
    for (size_t i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (l->kind == LINK_COLUMN && l->n_hits == 1 &&
            str_eq(l->hits[0].column->name, column))
            return l;
    }
    return NULL;
}

/*
 * "Revenue of paid invoices": a figure in front of what the rows are is one
 * figure of all of them, as "total revenue" would be. The "fees" of a column
 * fee, which are several, are listed, and so is "invoice, revenue".
 */
static bool is_of_rows(const struct binder *b, const struct schema_column *c)
{
    const struct link *target = bind_naming(b, c->name);

    if (!target || b->language == LANGUAGE_ZH || !bind_is_key(b, c))
        return false;
    for (size_t i = 0; i < b->roles.n_numbers; i++) {
        const struct link *l = bind_naming(b, b->roles.numbers[i]->name);

        if (!l || l->hits[0].synonym || l->from >= target->from)
            return false;
        for (; l < target; l++) {
            const struct word *last = &b->l->words.word[l->to - 1];

            if (bind_is(l, CONCEPT_AND) ||
                link_is_listed(&b->l->words, l->to) ||
                (bind_fits(l, TAKES_NUMBER) && str_ends(last->fold, STR("s")) &&
                 !bind_is_plural(l->hits[0].column)))
                return false;
        }
    }
    return true;
}

void bind_drop_rows_behind(struct binder *b)
{
    struct roles *r = &b->roles;
    size_t kept = 0;

    if (r->list || r->which || r->of_which || r->who)
        return;
    for (size_t i = 0; i < r->n_targets; i++) {
        if (!is_of_rows(b, r->targets[i]))
            r->targets[kept++] = r->targets[i];
    }
    r->n_targets = kept;
}
