/*
 * What a thing is called by. Of customer_id and customer_name, "customers" is
 * both: one thing that has a code and a name. Codes are counted, because two
 * may have one name; names are shown, because a code tells nobody who it is.
 */
#include "bind/internal.h"

/* Does the column's name say that it holds codes, in numbers or in text? */
static bool is_code(const struct schema_column *c)
{
    static const char *const words[] = {
        "id",     "ids", "code", "codigo", "key", "no", "nr",    "num",
        "number", "ref", "sku",  "号",     "码",  "n",  "numero"};
    struct str first;
    struct str last;
    size_t i;

    if (c->kind == COLUMN_ID)
        return true;
    if (c->words.n == 0 || c->kind != COLUMN_TEXT)
        return false;
    first = c->words.word[0].fold;
    last = c->words.word[c->words.n - 1].fold;
    for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (str_is(last, words[i]) || str_is(first, words[i]))
            return true;
    }
    return false;
}

static bool is_name(const struct schema_column *c)
{
    size_t i;

    for (i = 0; c->kind == COLUMN_TEXT && i < c->words.n; i++) {
        if (c->nouns[i].groups & GROUP_NAME)
            return true;
    }
    return false;
}

/* Is the thing at link `i` counted: "how many", "number of different"? */
static bool is_counted(const struct binder *b, size_t i)
{
    const struct link *before = i ? bind_at(b, i - 1) : NULL;

    if (before && i >= 2 &&
        (before->kind == LINK_VALUE || before->kind == LINK_COLUMN))
        before = bind_at(b, --i - 1); /* how many active members */
    return bind_is(before, CONCEPT_MANY) ||
           (bind_is(before, CONCEPT_AGG) &&
            before->concept->param == AGG_DISTINCT && i >= 2 &&
            bind_is(bind_at(b, i - 2), CONCEPT_MANY));
}

/* The one hit that is a name where all others are codes, or the reverse. */
static const struct link_hit *only_hit(const struct link *l, bool name)
{
    const struct link_hit *only = NULL;
    size_t i;

    for (i = 0; i < l->n_hits; i++) {
        const struct schema_column *c = l->hits[i].column;

        if (is_name(c) == is_code(c))
            return NULL;
        if (is_name(c) != name)
            continue;
        if (only)
            return NULL;
        only = &l->hits[i];
    }
    return only;
}

void bind_entities(struct binder *b)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        struct link *l = bind_at(b, i);
        const struct link_hit *hit = NULL;

        if (l->kind != LINK_COLUMN || l->n_hits < 2)
            continue;
        hit = only_hit(l, !is_counted(b, i));
        if (!hit)
            continue;
        l->hits[0] = *hit;
        l->n_hits = 1;
    }
}
