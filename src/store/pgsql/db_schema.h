/*
 * db_schema.h - opens a database that is a schema of a PostgreSQL server.
 *
 * The server is the operator's own, so what it says is trusted as the file of SQLite is;
 * servers that are asked are engine/postgres's. A store is one database of it. In it are
 *
 *      quarry          what HOME/quarry.db is without a store
 *      quarry_<id>     what HOME/bases/<id>/base.db is
 *      quarry_sql      functions of SQLite that PostgreSQL lacks (pg_functions.c)
 *
 * and each connection sees one schema, quarry_sql and PostgreSQL's own objects, so one
 * base cannot reach another by forgetting a filter.
 *
 * The comment of a schema says when it was made, by the server's clock. It has a table `shape` of one row: its version (db_migrate.h), and whether it
 * is retired. A writer locks that row at its beginning, so there is one writer a schema,
 * as with SQLite, and it holds with any server that speaks PostgreSQL's dialect, where
 * advisory locks may be missing; a writer that waited sees what happened meanwhile.
 *
 * threads  as db_file.h
 */
#ifndef STORE_PGSQL_DB_SCHEMA_H
#define STORE_PGSQL_DB_SCHEMA_H

#include "store/database/db.h"

/*
 * db_schema_open - a connection.
 *
 * in       store   "postgres://user@host/database"; what it does not say comes from
 *                  libpq's environment and ~/.pgpass. TLS that is verified, unless the
 *                  host is this machine or the URL says sslmode
 *          schema  of [a-z0-9_]
 *          shown   its name in messages; borrowed until db_close()
 *          mode    DB_CREATE also makes quarry_sql
 * out      out     close with db_close()
 * errors   ERR_NOT_FOUND                no such schema, or database
 *          ERR_TOOL_WORKER_UNAVAILABLE  no libpq, no server, a server before 14, or no
 *                                       TLS that can be verified
 *          ERR_UNAUTHORIZED             it takes another password
 *          else as db_run()
 */
MUST_CHECK enum err db_schema_open(const char *store, const char *schema,
                                   const char *shown, enum db_mode mode,
                                   struct db **out, struct error *e);

/* Let nobody write to it any more: for one that is about to be dropped, in a write
 * transaction. Who waited for the lock gets ERR_CONFLICT. */
MUST_CHECK enum err db_schema_retire(struct db *d, struct error *e);

/* Remove a schema of the same store, and all that is in it. */
MUST_CHECK enum err db_schema_drop(struct db *d, const char *schema,
                                   struct error *e);

/*
 * db_schema_listen - hear when another session notifies a channel, in this one; also
 * after it was lost and opened again. It is not kept when it is closed.
 *
 * in       channel  of [a-z_], a literal
 */
MUST_CHECK enum err db_schema_listen(struct db *d, const char *channel,
                                     struct error *e);

/* Its socket, which poll() finds readable when there may be something to hear; it changes
 * when the connection is opened again, and is -1 while there is none. */
int db_schema_socket(const struct db *d);

/* Was the channel notified since this was asked last? */
bool db_schema_heard(struct db *d);

#endif
