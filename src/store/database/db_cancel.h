/*
 * db_cancel.h - cancels what a connection is running.
 *
 * For connections that read: a write that is cancelled half way is rolled back.
 */
#ifndef STORE_DATABASE_DB_CANCEL_H
#define STORE_DATABASE_DB_CANCEL_H

#include "store/database/db.h"

#include <stdatomic.h>

/*
 * db_set_cancel - queries fail with ERR_TIMEOUT soon after a flag becomes true.
 *
 * in       cancel  borrowed until db_close(); NULL: never
 */
void db_set_cancel(struct db *d, const atomic_bool *cancel);

/* That flag, for code that processes what was read; NULL if there is none. */
const atomic_bool *db_cancel(const struct db *d);

/* Is it true? */
bool db_is_cancelled(const struct db *d);

#endif
