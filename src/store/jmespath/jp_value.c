/*
 * What is asked of values, and the text that a result becomes.
 *
 * Values nest as deep as the tree that was asked plus what the expression
 * nests around it. The first is bounded by json_parse(), the second is not: a
 * chain of `[@] | [@] | ...` is flat as an expression. So what goes down into
 * values counts levels.
 */
#include "store/jmespath/jp_eval.h"

#include "base/jsonw.h"
#include "store/jmespath/jp_number.h"
#include "store/json_tree/keyset.h"

/* Of any value: that of a tree by json_parse() and what may be around it. */
#define DEPTH_LIMIT     (1000 + JMESPATH_MAX_DEPTH)
#define MOST_JSON_BYTES ((size_t)64 << 20)

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
                     JMESPATH_MAX_RESULT_DEPTH);
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

        if (!jp_spend_bytes(c, key.n))
            return -1;
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

static enum err write_value(struct jp_eval *c, const struct json *v,
                            struct jsonw *w, unsigned depth);

static enum err write_items(struct jp_eval *c, const struct json *v,
                            struct jsonw *w, unsigned depth)
{
    const bool named = v->type == JSON_OBJECT;
    struct jp_iter it = jp_iter(v);
    const struct json *item;
    struct str key = {0};
    enum err rc = OK;

    while (!rc && !w->out->overflow &&
           (item = named ? jp_next_member(&it, &key) : jp_next(&it))) {
        if (named && !jp_spend_bytes(c, key.n))
            return c->e->code;
        if (named)
            jsonw_key_str(w, key);
        rc = write_value(c, item, w, depth);
    }
    return rc;
}

/* With the levels that may still be opened. */
static enum err write_value(struct jp_eval *c, const struct json *v,
                            struct jsonw *w, unsigned depth)
{
    enum err rc;

    if (!jp_spend(c, 1) || !jp_spend_bytes(c, v->text.n))
        return c->e->code;
    if (v->type != JSON_ARRAY && v->type != JSON_OBJECT) {
        json_write(v, w);
        return OK;
    }
    if (depth == 0 || w->depth == JSONW_MAX_DEPTH)
        return too_deep(c);
    if (v->type == JSON_ARRAY)
        jsonw_begin_array(w);
    else
        jsonw_begin_object(w);
    rc = write_items(c, v, w, depth - 1);
    if (!rc && v->type == JSON_ARRAY)
        jsonw_end_array(w);
    else if (!rc)
        jsonw_end_object(w);
    return rc;
}

enum err jp_write(struct jp_eval *c, const struct json *v, struct jsonw *w)
{
    struct str ignored;
    enum err rc = write_value(c, v, w, JMESPATH_MAX_RESULT_DEPTH);

    return rc ? rc : buf_finish(w->out, &ignored, c->e);
}

enum err jp_write_text(struct jp_eval *c, const struct json *v, struct str *out)
{
    size_t left = c->a->budget_bytes - c->a->used_bytes;
    struct buf b;
    struct jsonw w;
    enum err rc;

    buf_init(&b, left < MOST_JSON_BYTES ? left : MOST_JSON_BYTES);
    jsonw_init(&w, &b);
    rc = jp_write(c, v, &w);
    if (!rc)
        rc = buf_dup(&b, c->a, out, c->e);
    buf_release(&b);
    return rc;
}
