/*
 * Spots form a tree of paths that grows with the document. Whether an object
 * is a map shows only after many of its keys, and then what was counted under
 * each of them is merged into one spot. It is asked when a spot has 64 keys,
 * 128, 256, ..., so that the asking stays linear, and again at the end.
 */
#include "store/json_tree/tree_schema_spot.h"

#include "base/utf8.h"
#include "store/json_tree/decimal.h"

#define FIRST_ASKED ((size_t)64)
#define FIRST_PLAIN \
    ((size_t)1024) /* the first of many records is a single one */

/* ---- one value ---- */

static enum spot_type type_of(const struct json *j)
{
    switch (j->type) {
    case JSON_NULL: return SPOT_NULL;
    case JSON_FALSE:
    case JSON_TRUE: return SPOT_BOOLEAN;
    case JSON_STRING: return SPOT_STRING;
    case JSON_ARRAY: return SPOT_ARRAY;
    case JSON_OBJECT: return SPOT_OBJECT;
    case JSON_NUMBER: break;
    }
    for (size_t i = 0; i < j->text.n; i++) {
        if (j->text.p[i] == '.' || j->text.p[i] == 'e' || j->text.p[i] == 'E')
            return SPOT_NUMBER;
    }
    return SPOT_INTEGER;
}

static void widen(struct spot_range *r, const struct spot_range *by)
{
    if (by->n == 0)
        return;
    if (r->n == 0 || by->min < r->min)
        r->min = by->min;
    if (r->n == 0 || by->max > r->max)
        r->max = by->max;
    r->n += by->n;
}

static void widen_numbers(struct spot *s, struct str min, struct str max)
{
    if (min.n && (!s->min.n || decimal_cmp(min, s->min) < 0))
        s->min = min;
    if (max.n && (!s->max.n || decimal_cmp(max, s->max) > 0))
        s->max = max;
}

static void add_example(const struct spots *all, struct spot *s,
                        const struct json *j)
{
    if (s->examples == all->lim->max_examples)
        return;
    for (unsigned i = 0; i < s->examples; i++) {
        if (s->example[i]->type == j->type &&
            str_eq(s->example[i]->text, j->text))
            return;
    }
    s->example[s->examples++] = j;
}

void spot_count(const struct spots *all, struct spot *s, const struct json *j)
{
    enum spot_type type = type_of(j);
    struct spot_range one = {1, j->count, j->count};

    s->count++;
    s->type[type]++;
    if (type == SPOT_ARRAY)
        widen(&s->items, &one);
    if (type == SPOT_ARRAY || type == SPOT_OBJECT || type == SPOT_NULL)
        return;
    add_example(all, s, j);
    if (type == SPOT_STRING) {
        one.min = one.max = utf8_count(j->text);
        widen(&s->length, &one);
    } else if (type != SPOT_BOOLEAN) {
        widen_numbers(s, j->text, j->text);
    }
}

/* ---- the tree of spots ---- */

static enum err new_spot(struct spots *all, struct spot **out)
{
    *out = NULL;
    if (all->live >= all->max_live) {
        all->truncated = true;
        return OK;
    }
    *out = arena_alloc(all->a, sizeof(**out), all->e);
    if (!*out)
        return all->e->code;
    all->live++;
    return OK;
}

static struct spot *find_key(const struct spot *s, struct str key)
{
    struct spot *c = s->first;

    if (s->index.cap)
        return keyset_find(&s->index, key);
    while (c && !str_eq(c->key, key))
        c = c->next;
    return c;
}

/* Append a spot, whose key is new here, to the children. */
static enum err link_child(struct spots *all, struct spot *s, struct spot *c)
{
    enum err rc = OK;

    c->next = NULL;
    if (s->last)
        s->last->next = c;
    else
        s->first = c;
    s->last = c;
    s->keys++;
    if (s->index.cap)
        return keyset_put(&s->index, c->key, c, all->a, all->e);
    if (s->keys < KEYSET_WORTH)
        return OK;
    for (struct spot *k = s->first; rc == OK && k; k = k->next)
        rc = keyset_put(&s->index, k->key, k, all->a, all->e);
    return rc;
}

enum err spot_each(struct spots *all, struct spot *s, struct spot **child)
{
    enum err rc = OK;

    if (!s->each)
        rc = new_spot(all, &s->each);
    *child = s->each;
    return rc;
}

static enum err merge(struct spots *all, struct spot *to, struct spot *from);

/* From now on every key of this spot is one of a map. */
static enum err become_map(struct spots *all, struct spot *s)
{
    struct spot *each = NULL;
    struct spot *next;
    enum err rc = OK;

    if (!s->each && s->first) { /* one goes, one comes: no limit is asked */
        s->each = arena_alloc(all->a, sizeof(*s->each), all->e);
        if (!s->each)
            return all->e->code;
        all->live++;
    }
    each = s->each;
    for (struct spot *c = s->first; rc == OK && c; c = next) {
        next = c->next;
        rc = merge(all, each, c);
    }
    s->first = NULL;
    s->last = NULL;
    s->keys = 0;
    s->index = (struct keyset){0};
    s->is_map = true;
    return rc;
}

static void merge_counts(const struct spots *all, struct spot *to,
                         const struct spot *from)
{
    to->count += from->count;
    for (int t = 0; t < SPOT_TYPES; t++)
        to->type[t] += from->type[t];
    widen_numbers(to, from->min, from->max);
    widen(&to->length, &from->length);
    widen(&to->items, &from->items);
    for (unsigned i = 0; i < from->examples; i++)
        add_example(all, to, from->example[i]);
}

/* Add all that was counted at `from` and below to `to`; `from` is gone then. */
static enum err merge(struct spots *all, struct spot *to, struct spot *from)
{
    struct spot *next;
    enum err rc = OK;

    merge_counts(all, to, from);
    all->live--;
    if (from->is_map && !to->is_map)
        rc = become_map(all, to);
    if (rc == OK && from->each && to->each)
        rc = merge(all, to->each, from->each);
    else if (from->each)
        to->each = from->each;
    for (struct spot *c = from->first; rc == OK && c; c = next) {
        struct spot *same = to->is_map ? to->each : find_key(to, c->key);

        next = c->next;
        if (same)
            rc = merge(all, same, c);
        else if (to->is_map)
            to->each = c;
        else
            rc = link_child(all, to, c);
    }
    return rc;
}

/* ---- maps ---- */

/* What the values of all keys are, null aside; SPOT_TYPES: several things. */
static enum spot_type common_type(const struct spot *s)
{
    enum spot_type common = SPOT_NULL;

    for (const struct spot *c = s->first; c; c = c->next) {
        for (enum spot_type t = SPOT_BOOLEAN; t < SPOT_TYPES; t++) {
            enum spot_type one = t == SPOT_INTEGER ? SPOT_NUMBER : t;

            if (c->type[t] == 0 || one == common)
                continue;
            if (common != SPOT_NULL)
                return SPOT_TYPES;
            common = one;
        }
    }
    return common;
}

/* Do objects under the keys of `s` share at least half of their keys? */
static enum err share_keys(struct spots *all, const struct spot *s, bool *share)
{
    struct keyset keys = {0};
    size_t different = 0;
    uint64_t have = 0;
    enum err rc = OK;

    for (const struct spot *c = s->first; rc == OK && c; c = c->next) {
        for (const struct spot *k = c->first; rc == OK && k; k = k->next) {
            have++;
            if (keyset_find(&keys, k->key))
                continue;
            different++;
            rc = keyset_put(&keys, k->key, k, all->a, all->e);
        }
    }
    *share = have * 2 >= (uint64_t)different * s->keys;
    return rc;
}

/* `plain_keys`: how many make a single object of plain values a map. */
static enum err is_map(struct spots *all, const struct spot *s,
                       size_t plain_keys, bool *yes)
{
    enum spot_type type = common_type(s);
    uint64_t objects = s->type[SPOT_OBJECT];
    bool plain = type != SPOT_OBJECT && type != SPOT_ARRAY;
    uint64_t have = 0;

    *yes = false;
    if (s->keys < MAP_KEYS || type == SPOT_TYPES || type == SPOT_NULL)
        return OK;
    if (objects < 2 && plain && s->keys < plain_keys)
        return OK;
    for (const struct spot *c = s->first; c; c = c->next)
        have += c->count;
    if (objects > 1 && have * 2 >= objects * s->keys)
        return OK;
    if (type == SPOT_OBJECT)
        return share_keys(all, s, yes);
    *yes = true;
    return OK;
}

enum err spot_child(struct spots *all, struct spot *s, struct str key,
                    struct spot **child)
{
    bool map = false;
    enum err rc = OK;

    *child = s->is_map ? NULL : find_key(s, key);
    if (*child)
        return OK;
    if (s->keys >= FIRST_ASKED && (s->keys & (s->keys - 1)) == 0 &&
        s->asked != s->keys) {
        s->asked = s->keys;
        rc = is_map(all, s, FIRST_PLAIN, &map);
    }
    if (rc == OK && map)
        rc = become_map(all, s);
    if (rc != OK)
        return rc;
    if (s->is_map)
        return spot_each(all, s, child);
    rc = new_spot(all, child);
    if (rc != OK || !*child)
        return rc;
    (*child)->key = key;
    return link_child(all, s, *child);
}

enum err spot_settle(struct spots *all, struct spot *s)
{
    bool map = false;
    enum err rc = s->each ? spot_settle(all, s->each) : OK;

    for (struct spot *c = s->first; rc == OK && c; c = c->next)
        rc = spot_settle(all, c); /* as deep as max_depth */
    if (rc == OK && !s->is_map)
        rc = is_map(all, s, MAP_KEYS_PLAIN, &map);
    return rc == OK && map ? become_map(all, s) : rc;
}
