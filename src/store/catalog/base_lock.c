#include "store/catalog/base_lock.h"

#define LOCK_MS ((uint64_t)60 * 1000)

enum err base_lock(const struct base *b, struct lease *lock, struct error *e)
{
    const struct lease_place place = {.store = b->store,
                                      .file = b->lock,
                                      .kind = "base",
                                      .id = str_from(b->id),
                                      .shown = b->shown};

    return lease_open(&place, LOCK_MS, lock, e);
}
