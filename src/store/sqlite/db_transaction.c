/* db_transaction.c - BEGIN, COMMIT, ROLLBACK and savepoints (store/database/db.h). */
#include "store/sqlite/db_internal.h"

enum err file_begin_write(struct db *d, struct error *e)
{
    return db_exec(d, "BEGIN IMMEDIATE", e);
}

enum err file_begin_read(struct db *d, struct error *e)
{
    return db_exec(d, "BEGIN", e);
}

/* Writes are synced again, and wait for other writers. */
static enum err end_unsynced(struct db_file *f, enum err rc, struct error *e)
{
    struct error why;

    f->is_unsynced = false;
    (void)sqlite3_busy_timeout(f->handle, DB_BUSY_MS);
    if (db_exec(&f->db, "PRAGMA synchronous=FULL", &why) && !rc) {
        *e = why;
        rc = why.code;
    }
    return rc;
}

enum err file_begin_unsynced(struct db *d, int wait_ms, bool *begun,
                             struct error *e)
{
    struct db_file *f = file_of(d);
    int status;

    (void)sqlite3_busy_timeout(f->handle, wait_ms);
    f->is_unsynced = true;
    status =
        sqlite3_exec(f->handle, "PRAGMA synchronous=NORMAL; BEGIN IMMEDIATE",
                     NULL, NULL, NULL);
    *begun = status == SQLITE_OK;
    if (*begun)
        return OK;
    return end_unsynced(f, db_is_busy(status) ? OK : db_fail(f, status, e), e);
}

enum err file_end(struct db *d, enum err rc, struct error *e)
{
    struct db_file *f = file_of(d);

    if (!rc)
        rc = db_exec(d, "COMMIT", e);
    if (rc && !sqlite3_get_autocommit(f->handle))
        (void)sqlite3_exec(f->handle, "ROLLBACK", NULL, NULL, NULL);
    return f->is_unsynced ? end_unsynced(f, rc, e) : rc;
}

enum err file_savepoint_begin(struct db *d, struct error *e)
{
    return db_exec(d, "SAVEPOINT part", e);
}

/* SQLite rolls all of it back by itself where a disk is full. */
enum err file_savepoint_end(struct db *d, enum err rc, struct error *e)
{
    if (!rc)
        return db_exec(d, "RELEASE part", e);
    if (sqlite3_get_autocommit(file_of(d)->handle))
        return error_set(e, ERR_FILE_WRITE_FAILED,
                         "the change of %s was rolled back", d->shown);
    return db_exec(d, "ROLLBACK TO part; RELEASE part", e);
}
