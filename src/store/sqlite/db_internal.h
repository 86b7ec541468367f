/* db_internal.h - what the files of this module share; private to it. */
#ifndef STORE_SQLITE_DB_INTERNAL_H
#define STORE_SQLITE_DB_INTERNAL_H

#include "store/sqlite/db_cancel.h"
#include "store/sqlite/libsqlite3.h"

#include <sys/stat.h>

/* Statements that are used again and again; more are prepared each time. */
#define DB_KEPT_STATEMENTS 192

struct db {
    sqlite3 *handle;
    const char *shown;
    bool must_make; /* what cannot be opened is what is not there yet: the
                       database, or later its log */
    bool
        is_unsynced; /* the transaction under way is one of db_begin_unsynced() */
    struct {
        const char *sql; /* the literal's address; NULL: free */
        sqlite3_stmt *stmt;
    } kept[DB_KEPT_STATEMENTS];
    size_t n_kept;
    const atomic_bool *cancel; /* NULL: cannot be cancelled */
    bool failed;               /* for more than that others were at work */
    /* Of db_pool.c: */
    char *path; /* owned; NULL: it is not kept */
    dev_t device;
    ino_t inode;
    uint64_t kept_ms;
};

/*
 * Did it end because another connection held a lock for all the time that is
 * waited for it? SQLITE_PROTOCOL is what SQLite says after ten seconds where the
 * other is between two locks of the write-ahead log: it has begun to make the
 * shared memory of the log, or to recover it, and is not done.
 */
bool db_is_busy(int status);

/* Fill *e with what SQLite says of `status`, in our codes. */
enum err db_fail(struct db *d, int status, struct error *e);

/* Close it for good. */
void db_end_connection(struct db *d);

/* The kept connection to this file, or NULL. */
struct db *db_pool_take(const char *path, const struct stat *st);

/* Keep it; false: it stays the caller's. */
bool db_pool_put(struct db *d);

/* Register the file system of db_checksum.c, once, and return its name. */
const char *db_checksum_vfs(void);

#endif
