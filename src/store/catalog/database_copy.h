/*
 * database_copy.h - the database of a base or a home as a file, and back.
 *
 * A backup is files, whatever engine the base had: so it can be restored into any. The
 * one of a store is read in one snapshot while others write, and what was written is
 * read again and compared, table by table (store/database/db_tables.h).
 */
#ifndef STORE_CATALOG_DATABASE_COPY_H
#define STORE_CATALOG_DATABASE_COPY_H

#include "store/database/db.h"

/*
 * database_hold - let database_save_base() save what the database is now, however much
 * later it comes; database_let_go() ends it in every case.
 *
 * A file is saved at once, so there is nothing to hold.
 */
MUST_CHECK enum err database_hold(struct db *d, struct error *e);

/*
 * database_save_base - a base's database as a file.
 *
 * in       d     of a store: database_hold() was called
 *          path  must not exist
 * errors   ERR_CONFLICT  what was written is not what was read
 *          else as db_copy()
 */
MUST_CHECK enum err database_save_base(struct db *d, const char *path,
                                       struct error *e);

/* The same of a home's; nothing needs to be held. */
MUST_CHECK enum err database_save_home(struct db *d, const char *path,
                                       struct error *e);

/* End what database_hold() began; nothing was written. */
void database_let_go(struct db *d);

/*
 * database_load_base - the rows of such a file into a base's new database in a store.
 *
 * in       path  its shape is brought on first
 *          to    has no rows
 * errors   ERR_FILE_READ_FAILED   the file is damaged
 *          ERR_VALIDATION_FAILED  a text of it cannot be in a store
 *          ERR_CONFLICT           what was written is not what was read
 */
MUST_CHECK enum err database_load_base(const char *path, struct db *to,
                                       struct error *e);

#endif
