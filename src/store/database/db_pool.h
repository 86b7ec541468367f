/*
 * db_pool.h - keeps databases open between uses, in a server.
 *
 * To open a file and look whether its shape is the present one takes half a
 * millisecond, more than most of what is then asked; to connect to a server of
 * PostgreSQL takes ten. While a keep is started db_close() keeps the connection, and who
 * opens the same database takes it, if it still leads there: a process that replaces or
 * removes a database is followed at once. One that failed, that has something under way,
 * or that is new is not kept.
 *
 * Who owns what: a connection that is kept is the keep's, else who opened it has
 * it alone, whatever thread that is; so it is used by one thread at a time. The
 * keep's lock guards the list alone.
 *
 * What is not used for DB_POOL_MS is closed by a thread of the keep, also so that
 * what was removed gives its room on the disk back.
 */
#ifndef STORE_DATABASE_DB_POOL_H
#define STORE_DATABASE_DB_POOL_H

#include "store/database/db.h"

#define DB_POOL_MAX 8     /* of all databases; each has up to 2 MB of pages */
#define DB_POOL_MS  10000 /* without being used */

/*
 * db_pool_start - from now on they are kept, until db_pool_stop() was called as
 * often as this.
 *
 * errors   ERR_LIMIT  no thread; nothing is kept then
 */
MUST_CHECK enum err db_pool_start(struct error *e);

/* Close what is kept. What is in use is closed when it is given back. */
void db_pool_stop(void);

/* ---- for drivers ---- */

/*
 * db_pool_name - what the connection is kept as; without a name it is not kept.
 *
 * in       name  copied; not to have the memory is no failure
 */
void db_pool_name(struct db *d, const char *name);

/*
 * db_pool_take - a connection that is kept under this name, the last used; NULL: none.
 *
 * in       fits  does it still lead where the name does? One that does not is closed.
 *                NULL: all do
 */
struct db *db_pool_take(const char *name,
                        bool (*fits)(struct db *d, const void *ctx),
                        const void *ctx);

/* Keep it; false: it stays the caller's. */
bool db_pool_put(struct db *d);

#endif
