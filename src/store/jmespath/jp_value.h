/*
 * jp_value.h - the values of an expression; private to the module.
 *
 * A value is a `const struct json *`. Most are nodes of the tree that is
 * asked, used where they lie: nothing is copied until the result is made. A
 * list or an object that an expression makes cannot link such nodes, which are
 * linked already, so it points at them:
 *
 *      struct jp_made   head: JSON_ARRAY, count 3, first NULL
 *                       items ----> [ . | . | . ]   any values
 *                       keys  ----> [ . | . | . ]   of an object
 *
 * A value is made if and only if it has children and no first child.
 */
#ifndef STORE_JMESPATH_JP_VALUE_H
#define STORE_JMESPATH_JP_VALUE_H

#include "base/json.h"

struct jp_made {
    struct json head;
    const struct json *const *items; /* [head.count] */
    const struct str *keys;          /* [head.count], of an object */
};

/* Goes through the items of a list or the members of an object. */
struct jp_iter {
    const struct json *const *items; /* NULL: not made */
    const struct str *keys;
    const struct json *node;
    size_t left;
};

extern const struct json jp_null;
extern const struct json jp_true;
extern const struct json jp_false;

/* Made by an expression: no node of the tree that is asked. */
static inline bool jp_is_made(const struct json *v)
{
    return v->count && !v->first;
}

/* Nothing to go through when `v` is no list and no object. */
static inline struct jp_iter jp_iter(const struct json *v)
{
    struct jp_iter it = {.node = v->first, .left = v->count};

    if (jp_is_made(v)) {
        it.items = ((const struct jp_made *)v)->items;
        it.keys = ((const struct jp_made *)v)->keys;
    }
    return it;
}

/* The next item, or NULL at the end. */
static inline const struct json *jp_next(struct jp_iter *it)
{
    const struct json *v = it->node;

    if (it->left == 0)
        return NULL;
    it->left--;
    if (it->items)
        return *it->items++;
    it->node = v->next;
    return v;
}

/* The next member with its key, or NULL at the end. */
static inline const struct json *jp_next_member(struct jp_iter *it,
                                                struct str *key)
{
    const struct json *v = jp_next(it);

    if (v)
        *key = it->items ? *it->keys++ : v->key;
    return v;
}

/* Not null, false, "", [] or {}. */
static inline bool jp_is_true(const struct json *v)
{
    switch (v->type) {
    case JSON_NULL:
    case JSON_FALSE: return false;
    case JSON_STRING: return v->text.n > 0;
    case JSON_ARRAY:
    case JSON_OBJECT: return v->count > 0;
    default: return true;
    }
}

/* The value true or false. */
static inline const struct json *jp_bool(bool yes)
{
    return yes ? &jp_true : &jp_false;
}

/* The member of an object, or NULL; the first where a key comes twice. */
const struct json *jp_member(const struct json *obj, struct str key);

#endif
