#include "store/json_tree/keyset.h"

#include "base/hash.h"

#define FIRST_SLOTS ((size_t)32)

struct keyset_slot {
    uint64_t hash;
    struct str key;
    const void *value; /* NULL and taken: dropped */
    bool taken;
};

/* The slot of this key, or the free one where it belongs; cap > 0. */
static struct keyset_slot *slot_of(const struct keyset *k, uint64_t hash,
                                   struct str key)
{
    size_t i = (size_t)hash & (k->cap - 1);

    while (k->slots[i].taken &&
           (k->slots[i].hash != hash || !str_eq(k->slots[i].key, key)))
        i = (i + 1) & (k->cap - 1);
    return &k->slots[i];
}

/* Room for twice the keys that are left; dropped ones are not copied. */
static enum err grow(struct keyset *k, struct arena *a, struct error *e)
{
    struct keyset larger = {.cap = FIRST_SLOTS};
    size_t live = 0;

    for (size_t i = 0; i < k->cap; i++)
        live += k->slots[i].value != NULL;
    while (larger.cap < live * 4)
        larger.cap *= 2;
    larger.slots = arena_alloc_array(a, larger.cap, sizeof(*k->slots), e);
    if (!larger.slots)
        return e->code;
    for (size_t i = 0; i < k->cap; i++) {
        const struct keyset_slot *old = &k->slots[i];

        if (!old->value)
            continue;
        *slot_of(&larger, old->hash, old->key) = *old;
        larger.used++;
    }
    *k = larger;
    return OK;
}

enum err keyset_put(struct keyset *k, struct str key, const void *value,
                    struct arena *a, struct error *e)
{
    uint64_t hash = hash_bytes(key.p, key.n);
    struct keyset_slot *slot;

    if (k->used >= k->cap / 2) {
        enum err rc = grow(k, a, e);

        if (rc != OK)
            return rc;
    }
    slot = slot_of(k, hash, key);
    k->used += !slot->taken;
    *slot = (struct keyset_slot){hash, key, value, true};
    return OK;
}

void *keyset_find(const struct keyset *k, struct str key)
{
    if (k->cap == 0)
        return NULL;
    return (void *)slot_of(k, hash_bytes(key.p, key.n), key)->value;
}

void keyset_drop(struct keyset *k, struct str key)
{
    if (k->cap)
        slot_of(k, hash_bytes(key.p, key.n), key)->value = NULL;
}
