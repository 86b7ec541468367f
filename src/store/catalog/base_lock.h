/* base_lock.h - held while originals come and go, and while a base is copied,
 * checked or removed; rows are kept apart by transactions (store/database/db.h). */
#ifndef STORE_CATALOG_BASE_LOCK_H
#define STORE_CATALOG_BASE_LOCK_H

#include "store/catalog/base.h"
#include "store/catalog/lease.h"

/* Take the base's lock; release with lease_close(). ERR_TIMEOUT. */
MUST_CHECK enum err base_lock(const struct base *b, struct lease *lock,
                              struct error *e);

/* As base_lock(), without waiting: not held on OK when another has it. */
MUST_CHECK enum err base_lock_try(const struct base *b, struct lease *lock,
                                  struct error *e);

/*
 * base_lock_sweep - remove the originals that no version names, with the lock.
 *
 * Of a store nobody gets it meanwhile. Where another has it by now, that one's originals
 * are not looked at: it sweeps itself when it must.
 */
MUST_CHECK enum err base_lock_sweep(const struct base *b,
                                    const struct lease *lock, struct error *e);

#endif
