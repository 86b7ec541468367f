/*
 * What is asked of values, and the tree that a result becomes.
 *
 * Values nest as deep as the tree that was asked plus what the expression
 * nests around it. The first is bounded by json_parse(), the second is not: a
 * chain of `[@] | [@] | ...` is flat as an expression. So what goes down into
 * values counts levels.
 */
#include "jmespath/jp_eval.h"

#include "base/jsonw.h"
#include "jmespath/jp_number.h"
#include "tree/keyset.h"

/* Of any value: that of a tree by json_parse() and what may be around it. */
#define DEPTH_LIMIT     (1000 + JMESPATH_MAX_DEPTH)
#define FETCH_ITEMS     8
#define MOST_JSON_BYTES ((size_t)1 << 30)

const struct json jp_null = {.type = JSON_NULL};
const struct json jp_true = {.type = JSON_TRUE};
const struct json jp_false = {.type = JSON_FALSE};

const struct json *jp_member(const struct json *obj, struct str key)
{
    struct jp_iter it = jp_iter(obj);
    const struct json *v;
    struct str name;

    if (obj->type != JSON_OBJECT)
        return NULL;
    while ((v = jp_next_member(&it, &name)) && !str_eq(name, key))
        ;
    return v;
}

static enum err too_deep(struct jp_eval *c)
{
    return error_set(c->e, ERR_LIMIT,
                     "the result nests more than %d levels; leave out some of "
                     "the lists or objects around it",
                     JMESPATH_MAX_DEPTH);
}

static int equal(struct jp_eval *c, const struct json *a, const struct json *b,
                 unsigned depth);

static int equal_lists(struct jp_eval *c, const struct json *a,
                       const struct json *b, unsigned depth)
{
    struct jp_iter x = jp_iter(a);
    struct jp_iter y = jp_iter(b);
    const struct json *item;
    int same = 1;

    while (same == 1 && (item = jp_next(&x)))
        same = equal(c, item, jp_next(&y), depth);
    return same;
}

/* The members of an object in a table. */
static bool index_members(struct jp_eval *c, const struct json *obj,
                          struct keyset *k)
{
    struct jp_iter it = jp_iter(obj);
    const struct json *v;
    struct str key;

    while ((v = jp_next_member(&it, &key))) {
        if (keyset_put(k, key, v, c->a, c->e) != OK)
            return false;
    }
    return jp_spend(c, obj->count);
}

/* In whatever order; the same number of members. */
static int equal_objects(struct jp_eval *c, const struct json *a,
                         const struct json *b, unsigned depth)
{
    struct jp_iter x = jp_iter(a);
    struct jp_iter y = jp_iter(b);
    struct keyset members = {0};
    const struct json *v;
    struct str key = {0};
    struct str other = {0};
    int same = 1;

    while (same == 1 && (v = jp_next_member(&x, &key))) {
        const struct json *w = jp_next_member(&y, &other);

        if (!str_eq(key, other)) {
            if (a->count < KEYSET_WORTH)
                w = jp_member(b, key);
            else if (members.cap || index_members(c, b, &members))
                w = keyset_find(&members, key);
            else
                return -1;
        }
        same = w ? equal(c, v, w, depth) : 0;
    }
    return same;
}

static int equal(struct jp_eval *c, const struct json *a, const struct json *b,
                 unsigned depth)
{
    if (!jp_spend(c, 1))
        return -1;
    if (a == b)
        return 1;
    if (a->type != b->type || a->count != b->count)
        return 0;
    if (a->count && depth == 0) {
        (void)too_deep(c);
        return -1;
    }
    switch (a->type) {
    case JSON_NUMBER:
        if (!jp_spend_bytes(c, a->text.n + b->text.n))
            return -1;
        return jp_number_cmp(a->text, b->text) == 0;
    case JSON_STRING:
        if (!jp_spend_bytes(c, a->text.n))
            return -1;
        return str_eq(a->text, b->text);
    case JSON_ARRAY: return equal_lists(c, a, b, depth - 1);
    case JSON_OBJECT: return equal_objects(c, a, b, depth - 1);
    default: return 1;
    }
}

int jp_equal(struct jp_eval *c, const struct json *a, const struct json *b)
{
    return equal(c, a, b, DEPTH_LIMIT);
}

/* Copy the head of `v`; what was made becomes linked nodes. */
static enum err publish(struct jp_eval *c, const struct json *v,
                        struct json *to, unsigned depth)
{
    struct jp_iter it = jp_iter(v);
    const struct json *item;
    struct str key = {0};
    struct json *nodes;
    enum err rc = OK;

    *to = (struct json){
        .type = v->type, .count = v->count, .text = v->text, .first = v->first};
    if (!jp_is_made(v))
        return OK;
    if (depth == 0)
        return too_deep(c);
    nodes = arena_alloc_array(c->a, v->count, sizeof(*nodes), c->e);
    if (!nodes)
        return c->e->code;
    to->first = nodes;
    for (size_t i = 0; rc == OK && i < v->count; i++) {
        item = jp_next(&it);
        if (it.left > FETCH_ITEMS)
            __builtin_prefetch(it.items[FETCH_ITEMS]);
        if (v->type == JSON_OBJECT)
            key = it.keys[i];
        rc = publish(c, item, &nodes[i], depth - 1);
        nodes[i].key = key;
        nodes[i].next = i + 1 < v->count ? &nodes[i + 1] : NULL;
    }
    return rc;
}

enum err jp_publish(struct jp_eval *c, const struct json *v, struct json **out)
{
    struct json *top = arena_alloc(c->a, sizeof(*top), c->e);
    enum err rc;

    if (!top)
        return c->e->code;
    rc = publish(c, v, top, JMESPATH_MAX_DEPTH);
    if (rc == OK)
        *out = top;
    return rc;
}

static enum err write_value(struct jp_eval *c, const struct json *v,
                            struct jsonw *w)
{
    struct jp_iter it = jp_iter(v);
    const struct json *item;
    struct str key;
    enum err rc = OK;

    if (!jp_spend(c, 1) || !jp_spend_bytes(c, v->text.n))
        return c->e->code;
    if (v->type != JSON_ARRAY && v->type != JSON_OBJECT) {
        json_write(v, w);
        return OK;
    }
    if (w->depth == JSONW_MAX_DEPTH)
        return too_deep(c);
    if (v->type == JSON_ARRAY)
        jsonw_begin_array(w);
    else
        jsonw_begin_object(w);
    while (rc == OK && !w->out->overflow && (item = jp_next(&it))) {
        if (v->type == JSON_OBJECT) {
            key = it.items ? *it.keys++ : item->key;
            jsonw_key_str(w, key);
        }
        rc = write_value(c, item, w);
    }
    if (rc == OK && v->type == JSON_ARRAY)
        jsonw_end_array(w);
    else if (rc == OK)
        jsonw_end_object(w);
    return rc;
}

enum err jp_write(struct jp_eval *c, const struct json *v, struct str *out)
{
    size_t left = c->a->budget_bytes - c->a->used_bytes;
    struct buf b;
    struct jsonw w;
    enum err rc;

    buf_init(&b, left < MOST_JSON_BYTES ? left : MOST_JSON_BYTES);
    jsonw_init(&w, &b);
    rc = write_value(c, v, &w);
    if (rc == OK)
        rc = buf_dup(&b, c->a, out, c->e);
    buf_release(&b);
    return rc;
}
