#include "knowledge/knowledge_base/crash_cleanup.h"

#include "knowledge/knowledge_base/derived.h"
#include "store/catalog/base_lock.h"
#include "store/table_cache/scratch.h"

/* The sign goes last: a process that dies here leaves it to the next. But a folder cannot
 * be looked at without taking it, so another one stands for it meanwhile. */
static enum err sweep(const struct base *b, uint64_t *removed, struct error *e)
{
    struct lease lock = LEASE_NONE;
    enum err rc = scratch_sweep(&b->derived, removed, e);

    if (rc || *removed == 0)
        return rc;
    rc = base_lock(b, &lock, e);
    if (!rc)
        rc = base_lock_sweep(b, &lock, e);
    if (!rc)
        rc = derived_sweep(b, e);
    lease_close(&lock);
    return rc;
}

enum err tidy_after_dead(const struct base *b, struct error *e)
{
    struct scratch sign = SCRATCH_NONE;
    struct arena a;
    uint64_t removed;
    enum err rc;

    arena_init(&a, (size_t)64 * 1024);
    rc = scratch_open(&b->derived, &a, &sign, e);
    if (!rc)
        rc = sweep(b, &removed, e);
    scratch_close(&sign);
    arena_release(&a);
    return rc;
}
