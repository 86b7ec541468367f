/*
 * metrics_store.h - metrics summed over all programs of a home, in quarry.db.
 *
 * A command lives for milliseconds; so at its end it adds what it counted
 * (store/catalog/metrics.h) to what those before it did.
 */
#ifndef STORE_CATALOG_METRICS_STORE_H
#define STORE_CATALOG_METRICS_STORE_H

#include "store/catalog/metrics.h"
#include "store/catalog/registry.h"

/*
 * metrics_store_flush - add what was counted since the last time.
 *
 * Not synced: a power cut may take it back. When the database is busy, or on an
 * error, it stays in the process, for the next time.
 *
 * errors   as db_run(), but not for being busy
 */
MUST_CHECK enum err metrics_store_flush(struct registry *r, struct error *e);

/* What all processes counted, with what this one has not added yet. */
MUST_CHECK enum err metrics_store_read(struct registry *r, struct metrics *out,
                                       struct error *e);

/* What all processes counted, with what this one has not added yet, as
 * metrics_write() shows it. */
MUST_CHECK enum err metrics_store_write(struct registry *r, struct jsonw *w,
                                        struct error *e);

#endif
