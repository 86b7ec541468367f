/* db_transaction.c - BEGIN, COMMIT, ROLLBACK and savepoints (db.h). */
#include "store/sqlite/db.h"
#include "store/sqlite/db_internal.h"

enum err db_begin_write(struct db *d, struct error *e)
{
    return db_exec(d, "BEGIN IMMEDIATE", e);
}

enum err db_begin_read(struct db *d, struct error *e)
{
    return db_exec(d, "BEGIN", e);
}

/* Writes are synced again, and wait for other writers. */
static enum err end_unsynced(struct db *d, enum err rc, struct error *e)
{
    struct error why;

    d->is_unsynced = false;
    (void)sqlite3_busy_timeout(d->handle, DB_BUSY_MS);
    if (db_exec(d, "PRAGMA synchronous=FULL", &why) && !rc) {
        *e = why;
        rc = why.code;
    }
    return rc;
}

enum err db_begin_unsynced(struct db *d, int wait_ms, bool *begun,
                           struct error *e)
{
    int status;

    (void)sqlite3_busy_timeout(d->handle, wait_ms);
    d->is_unsynced = true;
    status =
        sqlite3_exec(d->handle, "PRAGMA synchronous=NORMAL; BEGIN IMMEDIATE",
                     NULL, NULL, NULL);
    *begun = status == SQLITE_OK;
    if (*begun)
        return OK;
    return end_unsynced(d, db_is_busy(status) ? OK : db_fail(d, status, e), e);
}

enum err db_end(struct db *d, enum err rc, struct error *e)
{
    if (!rc)
        rc = db_exec(d, "COMMIT", e);
    if (rc && !sqlite3_get_autocommit(d->handle))
        (void)sqlite3_exec(d->handle, "ROLLBACK", NULL, NULL, NULL);
    return d->is_unsynced ? end_unsynced(d, rc, e) : rc;
}

enum err db_savepoint_begin(struct db *d, struct error *e)
{
    return db_exec(d, "SAVEPOINT part", e);
}

/* SQLite rolls all of it back by itself where a disk is full. */
enum err db_savepoint_end(struct db *d, enum err rc, struct error *e)
{
    if (!rc)
        return db_exec(d, "RELEASE part", e);
    if (sqlite3_get_autocommit(d->handle))
        return error_set(e, ERR_FILE_WRITE_FAILED,
                         "the change of %s was rolled back", d->shown);
    return db_exec(d, "ROLLBACK TO part; RELEASE part", e);
}
