#include "store/catalog/base_lock.h"

#define LOCK_MS ((uint64_t)60 * 1000)

static struct lease_place place_of(const struct base *b)
{
    return (struct lease_place){.store = b->store,
                                .file = b->lock,
                                .kind = "base",
                                .id = str_from(b->id),
                                .shown = b->shown};
}

enum err base_lock(const struct base *b, struct lease *lock, struct error *e)
{
    const struct lease_place place = place_of(b);

    return lease_open(&place, LOCK_MS, lock, e);
}

enum err base_lock_try(const struct base *b, struct lease *lock,
                       struct error *e)
{
    const struct lease_place place = place_of(b);

    return lease_try(&place, lock, e);
}
