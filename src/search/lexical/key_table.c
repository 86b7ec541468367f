#include "search/lexical/key_table.h"

#include "base/hash.h"

#include <string.h>

struct key_slot {
    uint32_t hash;
    uint32_t number_plus_one; /* 0: free */
};

enum err key_table_init(struct key_table *t, uint32_t cap, struct arena *a,
                        struct error *e)
{
    *t = (struct key_table){.a = a, .cap = cap, .n_slots = 16};
    while (t->n_slots < (size_t)cap * 2)
        t->n_slots *= 2;
    t->slot = arena_alloc_array(a, t->n_slots, sizeof(*t->slot), e);
    t->key = arena_alloc_array(a, cap, sizeof(*t->key), e);
    return t->slot && t->key ? OK : e->code;
}

uint64_t key_table_hash(struct str key)
{
    return hash_bytes(key.p, key.n);
}

static size_t slot_of(const struct key_table *t, uint64_t hash)
{
    return (size_t)(hash >> 32) & (t->n_slots - 1);
}

void key_table_fetch(const struct key_table *t, uint64_t hash)
{
    __builtin_prefetch(&t->slot[slot_of(t, hash)]);
}

uint32_t key_table_guess(const struct key_table *t, uint64_t hash)
{
    size_t at = slot_of(t, hash);

    for (; t->slot[at].number_plus_one; at = (at + 1) & (t->n_slots - 1)) {
        uint32_t number = t->slot[at].number_plus_one - 1;

        if (t->slot[at].hash == (uint32_t)hash) {
            __builtin_prefetch(&t->key[number]);
            return number;
        }
    }
    return KEY_TABLE_NONE;
}

void key_table_fetch_bytes(const struct key_table *t, uint32_t number)
{
    if (number != KEY_TABLE_NONE)
        __builtin_prefetch(t->key[number].p);
}

enum err key_table_put(struct key_table *t, struct str key, uint64_t hash,
                       uint32_t *number, bool *is_new, struct error *e)
{
    size_t at = slot_of(t, hash);

    for (; t->slot[at].number_plus_one; at = (at + 1) & (t->n_slots - 1)) {
        if (t->slot[at].hash != (uint32_t)hash)
            continue;
        *number = t->slot[at].number_plus_one - 1;
        if (str_eq(t->key[*number], key)) {
            *is_new = false;
            return OK;
        }
    }
    if (t->n == t->cap)
        return error_set(e, ERR_LIMIT,
                         "too many different words: the limit is %u", t->cap);
    if (str_dup(key, t->a, &t->key[t->n], e))
        return e->code;
    t->slot[at].hash = (uint32_t)hash;
    t->slot[at].number_plus_one = t->n + 1;
    *number = t->n++;
    *is_new = true;
    return OK;
}
