#include "store/catalog/base_lock.h"

#define LOCK_MS ((uint64_t)60 * 1000)

enum err base_lock(const struct base *b, struct fs_lock *lock, struct error *e)
{
    return fs_lock_open(b->lock, b->shown, LOCK_MS, lock, e);
}
