/*
 * Both walks recurse as deep as the tree, which json_limits bounds. Objects
 * are mostly written in the same order; only where they are not does a member
 * have to be looked for.
 */
#include "store/json_tree/equal.h"

#include "store/json_tree/decimal.h"
#include "store/json_tree/keyset.h"

bool tree_same(const struct json *a, const struct json *b)
{
    const struct json *x = a->first;
    const struct json *y = b->first;

    if (a->type != b->type || a->count != b->count || !str_eq(a->text, b->text))
        return false;
    for (; x && y; x = x->next, y = y->next) {
        if ((a->type == JSON_OBJECT && !str_eq(x->key, y->key)) ||
            !tree_same(x, y))
            return false;
    }
    return !x && !y;
}

/* The members of one object, to be found by key. */
struct members {
    const struct json *expected; /* next in the object's own order */
    const struct json *first;
    bool indexed;
    struct keyset index;
};

static enum err make_index(struct members *m, struct arena *scratch,
                           struct error *e)
{
    enum err rc = OK;

    m->indexed = true;
    for (const struct json *j = m->first; rc == OK && j; j = j->next)
        rc = keyset_put(&m->index, j->key, j, scratch, e);
    return rc;
}

static const struct json *in_list(const struct json *list, struct str key)
{
    while (list && !str_eq(list->key, key))
        list = list->next;
    return list;
}

static enum err find_member(struct members *m, size_t count, struct str key,
                            struct arena *scratch, const struct json **found,
                            struct error *e)
{
    enum err rc = OK;

    *found = m->expected;
    if (!*found || !str_eq((*found)->key, key)) {
        if (count >= KEYSET_WORTH && !m->indexed)
            rc = make_index(m, scratch, e);
        if (rc != OK)
            return rc;
        *found =
            m->indexed ? keyset_find(&m->index, key) : in_list(m->first, key);
    }
    m->expected = *found ? (*found)->next : NULL;
    return OK;
}

static enum err equal_objects(const struct json *a, const struct json *b,
                              struct arena *scratch, bool *equal,
                              struct error *e)
{
    struct members m = {.expected = b->first, .first = b->first};

    *equal = true;
    for (const struct json *x = a->first; *equal && x; x = x->next) {
        const struct json *y = NULL;
        enum err rc = find_member(&m, b->count, x->key, scratch, &y, e);

        *equal = y != NULL;
        if (rc == OK && y)
            rc = tree_equal(x, y, scratch, equal, e);
        if (rc != OK)
            return rc;
    }
    return OK;
}

static enum err equal_arrays(const struct json *a, const struct json *b,
                             struct arena *scratch, bool *equal,
                             struct error *e)
{
    const struct json *y = b->first;
    enum err rc = OK;

    *equal = true;
    for (const struct json *x = a->first; *equal && x; x = x->next) {
        rc = tree_equal(x, y, scratch, equal, e);
        if (rc != OK)
            return rc;
        y = y->next;
    }
    return OK;
}

enum err tree_equal(const struct json *a, const struct json *b,
                    struct arena *scratch, bool *equal, struct error *e)
{
    *equal = a->type == b->type && a->count == b->count;
    if (!*equal)
        return OK;
    switch (a->type) {
    case JSON_NULL:
    case JSON_FALSE:
    case JSON_TRUE: break;
    case JSON_NUMBER: *equal = decimal_cmp(a->text, b->text) == 0; break;
    case JSON_STRING: *equal = str_eq(a->text, b->text); break;
    case JSON_ARRAY: return equal_arrays(a, b, scratch, equal, e);
    case JSON_OBJECT: return equal_objects(a, b, scratch, equal, e);
    }
    return OK;
}
