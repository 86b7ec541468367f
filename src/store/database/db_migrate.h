/*
 * db_migrate.h - migrates a database to the current schema.
 *
 * The shape is a list of steps, each some SQL, which only grows: step n makes
 * shape n of shape n-1, so a database of any released version is brought on by
 * the steps that it lacks, in one transaction. The database itself holds how many
 * it has had: SQLite as its user_version, a schema of PostgreSQL in its table `shape`.
 *
 * A server has a list of its own (db_is_on_server()), which began with the shape that
 * SQLite's had by then.
 */
#ifndef STORE_DATABASE_DB_MIGRATE_H
#define STORE_DATABASE_DB_MIGRATE_H

#include "store/database/db.h"

struct db_migrations {
    const char *const *list; /* list[n], SQL */
    size_t n;
};

/*
 * db_migrate - run the steps that are missing.
 *
 * errors   ERR_CONFLICT  a newer program made it; nothing is changed
 *          else as db_run()
 * threads  two processes may try at once: one does it, the other sees it done
 */
MUST_CHECK enum err db_migrate(struct db *d, const struct db_migrations *steps,
                               struct error *e);

#endif
