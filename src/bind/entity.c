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

/* "Members with a coach: how many?" */
static bool asks_at_the_end(const struct binder *b)
{
    return b->l->n && bind_is(bind_at(b, b->l->n - 1), CONCEPT_MANY);
}

/* Is the thing at link `i` counted: "how many", "number of different"? */
static bool is_counted(const struct binder *b, size_t i)
{
    const struct link *before = i ? bind_at(b, i - 1) : NULL;

    if (asks_at_the_end(b) && i == 0)
        return true;
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

/* "Supplied", not "supplier": the word is no form of the noun. */
static bool is_verb(const struct binder *b, const struct link *l)
{
    const struct word *said = &b->l->words.word[l->from];
    bool verb = false;
    size_t i;

    if (l->kind != LINK_COLUMN || l->n_hits != 1 || l->to != l->from + 1)
        return false;
    for (i = 0; i < l->hits[0].column->words.n; i++) {
        const struct word *has = &l->hits[0].column->words.word[i];

        if (str_eq(said->stem, has->stem))
            return false;
        verb |= link_is_verb(said->fold, has->fold);
    }
    return verb;
}

void bind_verbs(struct binder *b)
{
    bool who = false;
    size_t i;

    for (i = 0; i < b->l->n; i++)
        who |= bind_is(bind_at(b, i), CONCEPT_WHO);
    for (i = 0; i < b->l->n; i++) {
        struct link *l = bind_at(b, i);
        const struct schema_column *c;

        if (l->used || !is_verb(b, l))
            continue;
        c = l->hits[0].column;
        if (bind_is_key(b, c) || c->kind == COLUMN_ID ||
            (c->kind == COLUMN_TEXT && !who && bind_is_fixed(b, c)))
            l->used = true;
    }
}
