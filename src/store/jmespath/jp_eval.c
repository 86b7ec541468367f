/*
 * The tree of an expression is walked as it is: jp_eval() calls itself for the
 * parts, as deep as jp_parse() allowed. Visiting an item is a step, and the
 * steps of an evaluation are limited, because a short expression over a small
 * tree can be made to run for years (`[@,@][] | [@,@][] | ...`).
 *
 * A projection pushes what it finds on c->stack and copies it to its size at
 * the end: one allocation a list, none an item.
 */
#include "store/jmespath/jp_eval.h"

#include "store/jmespath/jp_functions.h"
#include "store/jmespath/jp_number.h"

#include <string.h>

#define BYTES_A_STEP 64 /* compared or copied at about the price of a step */
#define FEW_ARGS     4

/* Steps between two looks at whether it was cancelled: a millisecond's. */
#define SLICE_STEPS ((uint64_t)64 * 1024)
#define ITEM_BYTES  sizeof(const struct json *)

/* How far ahead of a projection its items are fetched: bench/jmespath.mjs. */
#define FETCH_ITEMS    8
#define FETCH_CHILDREN 5

static bool stop(struct jp_eval *c, enum err code, const char *why)
{
    if (!c->stopped)
        (void)error_set(c->e, code, "%s", why);
    c->stopped = true;
    c->steps_left = 0;
    c->steps_behind = 0;
    return false;
}

/* The next slice, of which `n` are spent already. */
static bool take_slice(struct jp_eval *c, size_t n)
{
    uint64_t all = c->steps_left + c->steps_behind;

    if (c->cancel && atomic_load_explicit(c->cancel, memory_order_relaxed))
        return stop(c, ERR_TIMEOUT, "cancelled");
    if (all <= n)
        return stop(c, ERR_LIMIT,
                    "the expression looks at too many values; let it look at "
                    "fewer, for example by a filter or a slice first");
    all -= n;
    c->steps_left = all < SLICE_STEPS ? all : SLICE_STEPS;
    c->steps_behind = all - c->steps_left;
    return true;
}

bool jp_spend(struct jp_eval *c, size_t n)
{
    if (c->steps_left <= n)
        return take_slice(c, n);
    c->steps_left -= n;
    return true;
}

bool jp_spend_bytes(struct jp_eval *c, size_t n)
{
    return jp_spend(c, n / BYTES_A_STEP);
}

static bool grow(struct jp_eval *c)
{
    size_t bytes = c->n * ITEM_BYTES;
    size_t more = bytes ? bytes : 64 * ITEM_BYTES;
    struct str held;

    if (!buf_reserve(&c->stack, more))
        return buf_finish(&c->stack, &held, c->e) == OK;
    buf_commit(&c->stack, more);
    c->items = (const struct json **)(void *)c->stack.p;
    c->cap = c->stack.n / ITEM_BYTES;
    return true;
}

bool jp_push(struct jp_eval *c, const struct json *item)
{
    if (c->n == c->cap && !grow(c))
        return false;
    c->items[c->n++] = item;
    return true;
}

const struct json *jp_list(struct jp_eval *c, size_t from)
{
    size_t n = c->n - from;
    size_t bytes = n * ITEM_BYTES;
    struct jp_made *made = arena_alloc(c->a, sizeof(*made) + bytes, c->e);

    c->n = from;
    if (!made)
        return NULL;
    made->head.type = JSON_ARRAY;
    made->head.count = n;
    made->items = (const struct json *const *)(made + 1);
    if (n)
        memcpy(made + 1, c->items + from, bytes);
    return &made->head;
}

const struct json *jp_object(struct jp_eval *c, const struct str *keys,
                             const struct json *const *items, size_t n)
{
    struct jp_made *made = arena_alloc(c->a, sizeof(*made), c->e);

    if (!made)
        return NULL;
    *made = (struct jp_made){.head = {.type = JSON_OBJECT, .count = n},
                             .items = items,
                             .keys = keys};
    return &made->head;
}

const struct json *jp_scalar(struct jp_eval *c, enum json_type type,
                             struct str text)
{
    struct json *j = arena_alloc(c->a, sizeof(*j), c->e);

    if (!j)
        return NULL;
    j->type = type;
    j->text = text;
    return j;
}

const struct json *jp_count(struct jp_eval *c, size_t n)
{
    struct str text;

    if (str_printf(c->a, &text, c->e, "%zu", n) != OK)
        return NULL;
    return jp_scalar(c, JSON_NUMBER, text);
}

static const struct json *field(struct jp_eval *c, const struct jp_node *x,
                                const struct json *v)
{
    const size_t n = x->name.n;
    const struct json *m;

    if (v->type != JSON_OBJECT)
        return &jp_null;
    if (jp_is_made(v)) {
        m = jp_member(v, x->name);
    } else {
        m = v->first;
        while (m &&
               (m->key.n != n || (n && memcmp(m->key.p, x->name.p, n) != 0)))
            m = m->next;
    }
    if (v->count > BYTES_A_STEP && !jp_spend(c, v->count / 8))
        return NULL;
    return m ? m : &jp_null;
}

/* The item at `i` of a list that has it. */
static const struct json *item_at(const struct json *list, size_t i)
{
    struct jp_iter it = jp_iter(list);

    if (it.items)
        return it.items[i];
    while (i-- > 0)
        (void)jp_next(&it);
    return it.node;
}

static const struct json *index_of(struct jp_eval *c, const struct jp_node *x,
                                   const struct json *v)
{
    const struct json *list = jp_eval(c, x->left, v);
    int64_t i = x->start;

    if (!list || list->type != JSON_ARRAY)
        return list ? &jp_null : NULL;
    if (i < 0)
        i += (int64_t)list->count;
    if (i < 0 || i >= (int64_t)list->count)
        return &jp_null;
    if (!jp_spend(c, (size_t)i / 8))
        return NULL;
    return item_at(list, (size_t)i);
}

/* A bound of a slice, counted from the end when negative, into [low, high]. */
static int64_t bound(int64_t at, int64_t count, int64_t low, int64_t high)
{
    if (at < 0)
        at += count;
    return at < low ? low : at > high ? high : at;
}

/* Push `n` items of `list` from `at` on, each `step` further. */
static bool push_every(struct jp_eval *c, const struct json *list, int64_t at,
                       int64_t step, int64_t n)
{
    struct jp_iter it = jp_iter(list);

    for (int64_t i = 0; n > 0; i++) {
        const struct json *item = jp_next(&it);

        if (i != at)
            continue;
        if (!item || !jp_push(c, item))
            return false;
        at += --n ? step : 0;
    }
    return true;
}

static void turn_round(const struct json **v, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        const struct json *item = v[i];

        v[i] = v[n - 1 - i];
        v[n - 1 - i] = item;
    }
}

static const struct json *slice(struct jp_eval *c, const struct jp_node *x,
                                const struct json *v)
{
    const struct json *list = jp_eval(c, x->left, v);
    size_t from = c->n;
    bool down = x->step < 0;
    int64_t step = down ? -x->step : x->step;
    int64_t count;
    int64_t start;
    int64_t stop;
    int64_t n;

    if (!list || list->type != JSON_ARRAY)
        return list ? &jp_null : NULL;
    count = (int64_t)list->count;
    start = down ? count - 1 : 0;
    stop = down ? -1 : count;
    if (x->has_start)
        start = bound(x->start, count, down ? -1 : 0, count - down);
    if (x->has_stop)
        stop = bound(x->stop, count, down ? -1 : 0, count - down);
    n = down ? start - stop : stop - start;
    n = n > 0 ? (n - 1) / step + 1 : 0;
    if (!jp_spend(c, list->count))
        return NULL;
    if (down && n > 0)
        start -= (n - 1) * step;
    if (!push_every(c, list, start, step, n))
        return NULL;
    if (down && n > 0)
        turn_round(c->items + from, (size_t)n);
    return jp_list(c, from);
}

static bool push_all(struct jp_eval *c, const struct json *list)
{
    struct jp_iter it = jp_iter(list);
    const struct json *item;

    if (!jp_spend(c, list->count))
        return false;
    while ((item = jp_next(&it))) {
        if (!jp_push(c, item))
            return false;
    }
    return true;
}

static const struct json *flatten(struct jp_eval *c, const struct jp_node *x,
                                  const struct json *v)
{
    const struct json *list = jp_eval(c, x->left, v);
    size_t from = c->n;
    const struct json *item;
    struct jp_iter it;

    if (!list || list->type != JSON_ARRAY)
        return list ? &jp_null : NULL;
    if (!jp_spend(c, list->count))
        return NULL;
    it = jp_iter(list);
    while ((item = jp_next(&it))) {
        if (item->type == JSON_ARRAY ? !push_all(c, item) : !jp_push(c, item))
            return NULL;
    }
    return jp_list(c, from);
}

/*
 * Ask the memory for the first children of an item that will be looked at
 * soon. Its fields are found by following one to the next, and each would be
 * waited for (100,000 records: a third of the time).
 */
static void fetch_ahead(struct jp_iter *ahead)
{
    const struct json *item = jp_next(ahead);
    size_t n = item && item->first ? item->count : 0;

    for (size_t i = 0; i < n && i < FETCH_CHILDREN; i++)
        __builtin_prefetch(item->first + i); /* beside each other mostly */
}

/* x->right for each item for which x->cond holds, if there is one. */
static const struct json *project(struct jp_eval *c, const struct jp_node *x,
                                  const struct json *v, enum json_type type)
{
    const struct json *list = jp_eval(c, x->left, v);
    bool as_is = x->right->kind == JP_CURRENT;
    size_t from = c->n;
    const struct json *item;
    struct jp_iter it;
    struct jp_iter ahead;

    if (!list || list->type != type)
        return list ? &jp_null : NULL;
    it = jp_iter(list);
    ahead = it;
    for (size_t i = 0; i < FETCH_ITEMS; i++)
        fetch_ahead(&ahead);
    while ((item = jp_next(&it))) {
        fetch_ahead(&ahead);
        if (x->cond) {
            const struct json *held = jp_eval(c, x->cond, item);

            if (!held)
                return NULL;
            if (!jp_is_true(held))
                continue;
        }
        if (as_is ? !jp_spend(c, 1) : !(item = jp_eval(c, x->right, item)))
            return NULL;
        if (item->type != JSON_NULL && !jp_push(c, item))
            return NULL;
    }
    return jp_list(c, from);
}

/* Push what each expression of `x` gives. */
static bool push_items(struct jp_eval *c, const struct jp_node *x,
                       const struct json *v)
{
    for (size_t i = 0; i < x->n; i++) {
        const struct json *item = jp_eval(c, x->items[i], v);

        if (!item || !jp_push(c, item))
            return false;
    }
    return true;
}

static const struct json *multi_list(struct jp_eval *c, const struct jp_node *x,
                                     const struct json *v)
{
    size_t from = c->n;

    if (v->type == JSON_NULL)
        return &jp_null;
    return push_items(c, x, v) ? jp_list(c, from) : NULL;
}

static bool any_made(const struct json *const *items, size_t n)
{
    while (n > 0 && !jp_is_made(items[n - 1]))
        n--;
    return n > 0;
}

/* An object in its final form, of what was pushed and is not made. */
static const struct json *linked_object(struct jp_eval *c,
                                        const struct jp_node *x, size_t from)
{
    struct json *obj = arena_alloc_array(c->a, x->n + 1, sizeof(*obj), c->e);

    if (!obj)
        return NULL;
    *obj = (struct json){.type = JSON_OBJECT, .count = x->n, .first = obj + 1};
    for (size_t i = 0; i < x->n; i++) {
        const struct json *v = c->items[from + i];

        obj[i + 1] = (struct json){.type = v->type,
                                   .count = v->count,
                                   .text = v->text,
                                   .key = x->keys[i],
                                   .first = v->first,
                                   .next = i + 1 < x->n ? obj + i + 2 : NULL};
    }
    c->n = from;
    return obj;
}

static const struct json *multi_hash(struct jp_eval *c, const struct jp_node *x,
                                     const struct json *v)
{
    size_t from = c->n;
    const struct json *list;

    if (v->type == JSON_NULL)
        return &jp_null;
    if (!push_items(c, x, v))
        return NULL;
    if (!any_made(c->items + from, x->n))
        return linked_object(c, x, from);
    list = jp_list(c, from);
    if (!list)
        return NULL;
    return jp_object(c, x->keys, ((const struct jp_made *)list)->items, x->n);
}

static const struct json *compare(struct jp_eval *c, const struct jp_node *x,
                                  const struct json *v)
{
    const struct json *a = jp_eval(c, x->left, v);
    const struct json *b = a ? jp_eval(c, x->right, v) : NULL;
    int order;

    if (!b)
        return NULL;
    if (x->op == JP_EQ || x->op == JP_NE) {
        int same = jp_equal(c, a, b);

        return same < 0 ? NULL : jp_bool(same == (x->op == JP_EQ));
    }
    if (a->type != JSON_NUMBER || b->type != JSON_NUMBER)
        return &jp_null;
    if (!jp_spend_bytes(c, a->text.n + b->text.n))
        return NULL;
    order = jp_number_cmp(a->text, b->text);
    switch (x->op) {
    case JP_LT: return jp_bool(order < 0);
    case JP_LE: return jp_bool(order <= 0);
    case JP_GT: return jp_bool(order > 0);
    default: return jp_bool(order >= 0);
    }
}

static const struct json *call(struct jp_eval *c, const struct jp_node *x,
                               const struct json *v)
{
    const struct json *few[FEW_ARGS] = {0};
    const struct json **args = few;

    if (x->n > FEW_ARGS) {
        args = arena_alloc_array(c->a, x->n, sizeof(const struct json *), c->e);
        if (!args)
            return NULL;
    }
    for (size_t i = 0; i < x->n; i++) {
        if (x->items[i]->kind == JP_REF)
            continue;
        args[i] = jp_eval(c, x->items[i], v);
        if (!args[i])
            return NULL;
    }
    return jp_call(c, &(struct jp_args){.call = x, .v = args, .n = x->n});
}

/* The left value when it decides, else the right. */
static const struct json *either(struct jp_eval *c, const struct jp_node *x,
                                 const struct json *v)
{
    const struct json *left = jp_eval(c, x->left, v);

    if (!left || jp_is_true(left) == (x->kind == JP_OR))
        return left;
    return jp_eval(c, x->right, v);
}

const struct json *jp_eval(struct jp_eval *c, const struct jp_node *x,
                           const struct json *v)
{
    const struct json *left;

    if (!jp_spend(c, 1))
        return NULL;
    switch (x->kind) {
    case JP_CURRENT: return v;
    case JP_LITERAL: return x->literal;
    case JP_FIELD: return field(c, x, v);
    case JP_INDEX: return index_of(c, x, v);
    case JP_SLICE: return slice(c, x, v);
    case JP_FLATTEN: return flatten(c, x, v);
    case JP_SUB:
        left = jp_eval(c, x->left, v);
        return left ? jp_eval(c, x->right, left) : NULL;
    case JP_OR:
    case JP_AND: return either(c, x, v);
    case JP_NOT:
        left = jp_eval(c, x->left, v);
        return left ? jp_bool(!jp_is_true(left)) : NULL;
    case JP_COMPARE: return compare(c, x, v);
    case JP_PROJECT:
    case JP_FILTER: return project(c, x, v, JSON_ARRAY);
    case JP_VALUES: return project(c, x, v, JSON_OBJECT);
    case JP_LIST: return multi_list(c, x, v);
    case JP_HASH: return multi_hash(c, x, v);
    case JP_CALL: return call(c, x, v);
    case JP_REF: break; /* an argument, never evaluated by itself */
    }
    BUG_ON(true);
    return NULL;
}
