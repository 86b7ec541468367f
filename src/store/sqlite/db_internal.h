/* db_internal.h - what the files of this module share; private to it. */
#ifndef STORE_SQLITE_DB_INTERNAL_H
#define STORE_SQLITE_DB_INTERNAL_H

#include "store/database/db_driver.h"
#include "store/sqlite/db_file.h"
#include "store/sqlite/libsqlite3.h"

#include <sys/stat.h>

/* Statements that are used again and again; more are prepared each time. */
#define DB_KEPT_STATEMENTS 256

struct db_file {
    struct db db;
    sqlite3 *handle;
    bool must_make; /* what cannot be opened is what is not there yet: the
                       database, or later its log */
    bool
        is_unsynced; /* the transaction under way is one of db_begin_unsynced() */
    struct {
        const char *sql; /* the literal's address; NULL: free */
        sqlite3_stmt *stmt;
    } kept[DB_KEPT_STATEMENTS];
    size_t n_kept;
    bool failed;  /* for more than that others were at work */
    dev_t device; /* of the file, where it may be kept (db_pool.h) */
    ino_t inode;
};

/*
 * Did it end because another connection held a lock for all the time that is
 * waited for it? SQLITE_PROTOCOL is what SQLite says after ten seconds where the
 * other is between two locks of the write-ahead log: it has begun to make the
 * shared memory of the log, or to recover it, and is not done.
 */
bool db_is_busy(int status);

/* A database of this driver. */
static inline struct db_file *file_of(struct db *d)
{
    return (struct db_file *)d;
}

/* Fill *e with what SQLite says of `status`, in our codes. */
enum err db_fail(struct db_file *f, int status, struct error *e);

/* What db_driver.h asks for: db_rows.c, */
enum err file_query(struct db_rows *r, const char *sql, struct db_args args,
                    struct error *e);
bool file_next(struct db_rows *r);
int64_t file_column_int(const struct db_rows *r, int i);
double file_column_real(const struct db_rows *r, int i);
struct str file_column_text(const struct db_rows *r, int i);
bool file_column_is_null(const struct db_rows *r, int i);
enum err file_finish(struct db_rows *r, enum err rc, struct error *e);

/* db_transaction.c, */
enum err file_begin_write(struct db *d, struct error *e);
enum err file_begin_read(struct db *d, struct error *e);
enum err file_begin_unsynced(struct db *d, int wait_ms, bool *begun,
                             struct error *e);
enum err file_end(struct db *d, enum err rc, struct error *e);
enum err file_savepoint_begin(struct db *d, struct error *e);
enum err file_savepoint_end(struct db *d, enum err rc, struct error *e);

/* db_cancel.c. */
void file_watch(struct db *d);

/* Register the file system of db_checksum.c, once, and return its name. */
const char *db_checksum_vfs(void);

#endif
