/*
 * db_pool.h - keeps databases open between uses, in a server.
 *
 * To open one and look whether its shape is the present one takes half a
 * millisecond, more than most of what is then asked. While a keep is started
 * db_close() keeps the connection, and db_file_open() of the same path takes it, if
 * the path still leads to the same file: a process that replaces or removes a database is
 * followed at once. One that failed, that has something under way, or that is
 * new is not kept.
 *
 * Who owns what: a connection that is kept is the keep's, else who opened it has
 * it alone, whatever thread that is; so it is used by one thread at a time. The
 * keep's lock guards the list alone.
 *
 * What is not used for DB_POOL_MS is closed by a thread of the keep, also so that
 * what was removed gives its room on the disk back.
 */
#ifndef STORE_SQLITE_DB_POOL_H
#define STORE_SQLITE_DB_POOL_H

#include "base/err.h"

#define DB_POOL_MAX 8     /* of all paths; each has up to 2 MB of pages */
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

#endif
