/*
 * db.h - a database: one connection, statements, rows, transactions.
 *
 * What is kept here is the truth and must survive: whatever the engine, what a
 * transaction wrote is on the disk when db_end() says OK.
 *
 * A connection is opened by its engine: a file by store/sqlite/db_file.h, a schema of
 * a PostgreSQL server by store/pgsql/db_schema.h. Statements are SQLite's SQL, as far as
 * PostgreSQL has the same or can be made to (store/pgsql/pg_statement.c); one argument
 * has one type in all of a statement.
 *
 *     struct db_rows r;
 *
 *     rc = db_query(d, "SELECT key FROM document WHERE state = ?1",
 *                   DB_ARGS(db_text(STR("failed"))), &r, e);
 *     while (!rc && db_next(&r))
 *         rc = use(db_column_text(&r, 0), e);
 *     return db_finish(&r, rc, e);
 *
 * threads  a connection belongs to one thread until it is closed; others open
 *          their own. Writers wait for each other up to DB_BUSY_MS.
 */
#ifndef STORE_DATABASE_DB_H
#define STORE_DATABASE_DB_H

#include "base/arena.h"
#include "base/str.h"

#define DB_BUSY_MS 10000 /* how long a writer waits for another */

struct db;

/* One argument of a statement; ?1 is the first. */
struct db_value {
    enum { DB_NULL, DB_INTEGER, DB_REAL, DB_TEXT, DB_BLOB } type;
    int64_t integer;
    double real;
    struct str bytes; /* borrowed until the statement is finished */
};

/* Arguments; texts and blobs are borrowed until the statement is finished. */
struct db_value db_null(void);
struct db_value db_int(int64_t v);
struct db_value db_real(double v);
struct db_value db_text(struct str s);         /* UTF-8 */
struct db_value db_text_or_null(struct str s); /* empty: null */
struct db_value db_blob(struct str s);

struct db_args {
    const struct db_value *list; /* list[n] */
    size_t n;
    bool as_columns; /* a server takes the types of an INSERT's columns */
};
#define DB_ARGS(...)                                                   \
    ((struct db_args){(const struct db_value[]){__VA_ARGS__},          \
                      sizeof((const struct db_value[]){__VA_ARGS__}) / \
                          sizeof(struct db_value),                     \
                      false})
#define DB_NO_ARGS ((struct db_args){0})
enum db_mode {
    DB_EXISTING, /* ERR_NOT_FOUND when there is none */
    DB_CREATE    /* made when missing, for nobody else to read */
};

/* Is it on a server, and not in a file? */
bool db_is_on_server(const struct db *d);

/* Close, or keep (db_pool.h); what is open is rolled back. NULL is
 * allowed. */
void db_close(struct db *d);

/*
 * db_exec - SQL of ours that has neither arguments nor rows; several
 * statements may be in it.
 *
 * errors   as db_run()
 */
MUST_CHECK enum err db_exec(struct db *d, const char *sql, struct error *e);

/*
 * db_run - one statement without rows.
 *
 * in       sql    a literal: statements are kept by its address
 * errors   ERR_CONFLICT           a constraint says no
 *          ERR_TIMEOUT            another writer held it for DB_BUSY_MS
 *          ERR_FILE_WRITE_FAILED  the disk is full, or writing fails
 *          ERR_FILE_READ_FAILED   it is damaged, or reading fails
 *          ERR_LIMIT              no memory, or a value is over 1 GB
 *          ERR_TOOL_WORKER_UNAVAILABLE  the server is gone; of db_end(): it is not
 *                                 known whether the transaction was committed
 */
MUST_CHECK enum err db_run(struct db *d, const char *sql, struct db_args args,
                           struct error *e);

/* Rows changed by the last db_run(). */
int64_t db_changes(const struct db *d);

/* A query under way; db_finish() ends it in every case. */
struct db_rows {
    struct db *d;
    void *cursor; /* the engine's */
    int status;   /* its word on the last step */
    int row;
    unsigned portal; /* of a server's, 0: all rows are here */
};
#define DB_ROWS_NONE ((struct db_rows){0})

/*
 * db_query - begin to read rows.
 *
 * in       sql    a literal; while its rows are read, the same literal must
 *                 not be queried again on this connection
 * errors   as db_run()
 */
MUST_CHECK enum err db_query(struct db *d, const char *sql, struct db_args args,
                             struct db_rows *r, struct error *e);

/* Step to the next row; false at the end and when reading fails, which
 * db_finish() tells apart. */
MUST_CHECK bool db_next(struct db_rows *r);

/* Columns of the row, from 0; texts are borrowed until the next step. */
int64_t db_column_int(const struct db_rows *r, int i);
double db_column_real(const struct db_rows *r, int i);
struct str db_column_text(const struct db_rows *r, int i); /* null: empty */
bool db_column_is_null(const struct db_rows *r, int i);

/* End the query: what it failed with, or `rc`. DB_ROWS_NONE is allowed. */
MUST_CHECK enum err db_finish(struct db_rows *r, enum err rc, struct error *e);

/*
 * db_get_int - the one integer of a query's first row.
 *
 * out      out    untouched when there is no row or it is null
 */
MUST_CHECK enum err db_get_int(struct db *d, const char *sql,
                               struct db_args args, int64_t *out,
                               struct error *e);

/* The one text of a query's first row, in `a`; empty when there is none. */
MUST_CHECK enum err db_get_text(struct db *d, const char *sql,
                                struct db_args args, struct arena *a,
                                struct str *out, struct error *e);

/*
 * Transactions. A writer takes the lock at its beginning, so that what it read
 * is still so when it writes. A reader sees one state until its end.
 */
MUST_CHECK enum err db_begin_write(struct db *d, struct error *e);
MUST_CHECK enum err db_begin_read(struct db *d, struct error *e);

/*
 * db_begin_unsynced - a write transaction for what may be lost; none may be under
 * way.
 *
 * db_end() then does not wait for the disk: a power cut may take it back, with
 * others of its kind since the last that was synced, and damages nothing. (The
 * log may look damaged then, see store/sqlite/db_wal_check.c.)
 *
 * in       wait_ms  how long to wait for another writer
 * out      begun    false: it is still at work; nothing was begun
 */
MUST_CHECK enum err db_begin_unsynced(struct db *d, int wait_ms, bool *begun,
                                      struct error *e);

/* Commit when `rc` is OK, otherwise roll back; what went wrong, or OK. After
 * OK it is on the disk. */
MUST_CHECK enum err db_end(struct db *d, enum err rc, struct error *e);

/*
 * A savepoint: a part of a write transaction that can fail alone. One at a time.
 *
 * errors   those of db_run(); of db_savepoint_end() with `rc` not OK only where
 *          the transaction itself is gone, as when the disk is full
 */
MUST_CHECK enum err db_savepoint_begin(struct db *d, struct error *e);
MUST_CHECK enum err db_savepoint_end(struct db *d, enum err rc,
                                     struct error *e);

/*
 * db_check - is every page, index and reference as it must be?
 *
 * On a server indexes are not looked at: it has tools for that (amcheck).
 * errors   ERR_FILE_READ_FAILED  the first thing that is not; not an index of a server
 * cost     reads all of it
 */
MUST_CHECK enum err db_check(struct db *d, struct error *e);

/* How many bytes it has on the disk. */
MUST_CHECK enum err db_size(struct db *d, int64_t *bytes, struct error *e);

/*
 * db_copy - a copy of the database as it is at one moment, while others go on.
 *
 * in       path   must not exist
 * errors   ERR_FILE_WRITE_FAILED, ERR_FILE_READ_FAILED
 *          ERR_VALIDATION_FAILED  it is on a server (store/catalog/database_copy.h)
 */
MUST_CHECK enum err db_copy(struct db *d, const char *path, struct error *e);
#endif
