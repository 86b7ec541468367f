#include "base/str_table.h"

#include "base/hash.h"

#define FIRST_ROOM 64u

void str_table_init(struct str_table *t, struct arena *a)
{
    *t = (struct str_table){.a = a};
}

/* Where `key` is or would be; the table has a free place. */
static struct str_table_entry *place_of(const struct str_table *t,
                                        struct str key)
{
    size_t i = hash_bytes(str_bytes(key), key.n) & (t->room - 1);

    while (t->entry[i].key.p && !str_eq(t->entry[i].key, key))
        i = (i + 1) & (t->room - 1);
    return &t->entry[i];
}

/* Keep the table at most half full. */
static enum err make_room(struct str_table *t, struct error *e)
{
    struct str_table bigger = *t;

    if (t->n * 2 < t->room)
        return OK;
    bigger.room = t->room ? t->room * 2 : FIRST_ROOM;
    bigger.entry =
        arena_alloc_array(t->a, bigger.room, sizeof(*bigger.entry), e);
    if (!bigger.entry)
        return e->code;
    for (size_t i = 0; i < t->room; i++) {
        if (t->entry[i].key.p)
            *place_of(&bigger, t->entry[i].key) = t->entry[i];
    }
    *t = bigger;
    return OK;
}

uint64_t *str_table_find(const struct str_table *t, struct str key)
{
    struct str_table_entry *found = t->n ? place_of(t, key) : NULL;

    return found && found->key.p ? &found->value : NULL;
}

enum err str_table_put(struct str_table *t, struct str key, uint64_t **value,
                       struct error *e)
{
    struct str_table_entry *place;
    enum err rc = make_room(t, e);

    if (rc)
        return rc;
    place = place_of(t, key);
    if (!place->key.p) {
        place->key = (struct str){str_bytes(key), key.n};
        t->n++;
    }
    *value = &place->value;
    return OK;
}
