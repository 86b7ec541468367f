#include "ask/link/alias.h"

#include "ask/link/link.h"

/* As it was given, or in the plural. */
static bool stands_at(const struct words *w, size_t at, const struct words *as)
{
    if (as->n == 0 || at + as->n > w->n)
        return false;
    for (size_t i = 0; i < as->n; i++) {
        if (!str_eq(w->word[at + i].stem, as->word[i].stem))
            return false;
    }
    return true;
}

size_t link_alias_at(const struct linker *l, size_t at,
                     const struct schema_column *c, struct str *value)
{
    size_t longest = 0;

    for (size_t i = 0; i < c->n_aliases; i++) {
        const struct column_alias *as = &c->aliases[i];

        if ((as->value.n > 0) != (value != NULL) || as->words.n <= longest ||
            !stands_at(l->words, at, &as->words))
            continue;
        longest = as->words.n;
        if (value)
            *value = as->value;
    }
    return longest;
}
