#include "store/catalog/base_lock.h"

#include "store/catalog/originals.h"

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

enum err base_lock_sweep(const struct base *b, const struct lease *lock,
                         struct error *e)
{
    bool is_ours = false;
    enum err rc;

    if (!lock->row)
        return originals_sweep(b, e);
    rc = db_begin_write(b->db, e);
    if (rc)
        return rc;
    rc = lease_fence(lock, b->db, e);
    is_ours = !rc;
    if (!rc)
        rc = originals_sweep(b, e);
    rc = db_end(b->db, rc, e);
    return rc == ERR_CONFLICT && !is_ours ? OK : rc;
}
