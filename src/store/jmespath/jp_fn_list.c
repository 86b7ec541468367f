/* The functions that put lists and objects in order. */
#include "store/jmespath/jp_functions.h"
#include "store/jmespath/jp_sort.h"
#include "store/json_tree/keyset.h"

/* The items of a list, the text of each what it is ordered by. */
static struct jp_entry *entries_of(struct jp_eval *c, const struct json *list)
{
    struct jp_entry *v = arena_alloc_array(c->a, list->count, sizeof(*v), c->e);
    struct jp_iter it = jp_iter(list);

    for (size_t i = 0; v && i < list->count; i++) {
        v[i].item = jp_next(&it);
        v[i].text = v[i].item->text;
    }
    return v;
}

/* As entries_of(), by the value of the &expression, all numbers or all strings. */
static struct jp_entry *entries_by(struct jp_eval *c,
                                   const struct jp_args *args, bool *numbers)
{
    const struct jp_node *ref = args->call->items[1]->left;
    struct jp_entry *v = entries_of(c, args->v[0]);
    enum json_type type = JSON_NULL;

    for (size_t i = 0; v && i < args->v[0]->count; i++) {
        const struct json *key = jp_eval(c, ref, v[i].item);

        if (!key)
            return NULL;
        if (i == 0)
            type = key->type;
        if (key->type != type || (type != JSON_NUMBER && type != JSON_STRING)) {
            (void)jp_bad_type(c, args->call,
                              "the &expression of %.*s() must give numbers "
                              "only or strings only",
                              STR_FMT(args->call->name));
            return NULL;
        }
        v[i].text = key->text;
    }
    *numbers = type == JSON_NUMBER;
    return v;
}

static const struct json *in_order(struct jp_eval *c, struct jp_entry *v,
                                   size_t n, bool numbers)
{
    size_t from = c->n;

    if (!v || !jp_sort(c, v, n, numbers))
        return NULL;
    for (size_t i = 0; i < n; i++) {
        if (!jp_push(c, v[i].item))
            return NULL;
    }
    return jp_list(c, from);
}

static bool holds_numbers(const struct json *list)
{
    struct jp_iter it = jp_iter(list);
    const struct json *first = jp_next(&it);

    return first && first->type == JSON_NUMBER;
}

const struct json *jp_fn_sort(struct jp_eval *c, const struct jp_args *args)
{
    const struct json *list = args->v[0];

    return in_order(c, entries_of(c, list), list->count, holds_numbers(list));
}

const struct json *jp_fn_sort_by(struct jp_eval *c, const struct jp_args *args)
{
    bool numbers = false;
    struct jp_entry *v = entries_by(c, args, &numbers);

    return in_order(c, v, args->v[0]->count, numbers);
}

/* The first of the least (sign -1) or of the greatest (sign 1); null of none.
 */
static const struct json *extreme(struct jp_eval *c, const struct jp_entry *v,
                                  size_t n, bool numbers, int sign)
{
    const struct jp_entry *best = v;

    if (!v)
        return NULL;
    for (size_t i = 1; i < n; i++) {
        int order = jp_text_cmp(v[i].text, best->text, numbers);

        if (!jp_spend_bytes(c, v[i].text.n))
            return NULL;
        if (sign < 0 ? order < 0 : order > 0)
            best = &v[i];
    }
    return n ? best->item : &jp_null;
}

static const struct json *extreme_of(struct jp_eval *c, const struct json *list,
                                     int sign)
{
    return extreme(c, entries_of(c, list), list->count, holds_numbers(list),
                   sign);
}

static const struct json *extreme_by(struct jp_eval *c,
                                     const struct jp_args *args, int sign)
{
    bool numbers = false;
    struct jp_entry *v = entries_by(c, args, &numbers);

    return extreme(c, v, args->v[0]->count, numbers, sign);
}

const struct json *jp_fn_max(struct jp_eval *c, const struct jp_args *args)
{
    return extreme_of(c, args->v[0], 1);
}

const struct json *jp_fn_min(struct jp_eval *c, const struct jp_args *args)
{
    return extreme_of(c, args->v[0], -1);
}

const struct json *jp_fn_max_by(struct jp_eval *c, const struct jp_args *args)
{
    return extreme_by(c, args, 1);
}

const struct json *jp_fn_min_by(struct jp_eval *c, const struct jp_args *args)
{
    return extreme_by(c, args, -1);
}

struct merged {
    struct str *keys;
    const struct json **items;
    size_t n;
    struct keyset places; /* key -> its place in items */
};

static bool add_members(struct jp_eval *c, const struct json *obj,
                        struct merged *m)
{
    struct jp_iter it = jp_iter(obj);
    const struct json *v;
    struct str key;

    while ((v = jp_next_member(&it, &key))) {
        const struct json **place = keyset_find(&m->places, key);

        if (!place) {
            place = &m->items[m->n];
            m->keys[m->n++] = key;
            if (keyset_put(&m->places, key, place, c->a, c->e) != OK)
                return false;
        }
        *place = v;
    }
    return jp_spend(c, obj->count);
}

/* Later objects win; a key stays where it came first. */
const struct json *jp_fn_merge(struct jp_eval *c, const struct jp_args *args)
{
    struct merged m = {0};
    size_t most = 0;

    for (size_t i = 0; i < args->n; i++)
        most += args->v[i]->count;
    m.keys = arena_alloc_array(c->a, most, sizeof(*m.keys), c->e);
    if (!m.keys)
        return NULL;
    m.items = arena_alloc_array(c->a, most, sizeof(const struct json *), c->e);
    if (!m.items)
        return NULL;
    for (size_t i = 0; i < args->n; i++) {
        if (!add_members(c, args->v[i], &m))
            return NULL;
    }
    return jp_object(c, m.keys, m.items, m.n);
}
