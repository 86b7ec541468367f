/* pg_internal.h - what the files of this module share; private to it. */
#ifndef STORE_PGSQL_PG_INTERNAL_H
#define STORE_PGSQL_PG_INTERNAL_H

#include "store/database/db_driver.h"
#include "store/pgsql/db_schema.h"
#include "store/pgsql/libpq.h"

#define PG_MAX_ARGS        32
#define PG_MAX_TYPED       20  /* that have types of their own */
#define PG_KEPT_STATEMENTS 192 /* with more they are all prepared anew */

/* Numbers of PostgreSQL's types, which never change. */
enum pg_type {
    PG_BOOL = 16,
    PG_BYTEA = 17,
    PG_INT8 = 20,
    PG_INT2 = 21,
    PG_INT4 = 23,
    PG_TEXT = 25,
    PG_FLOAT8 = 701,
    PG_NUMERIC = 1700
};

struct pg_statement {
    const char *sql; /* the literal's address */
    uint64_t types;  /* of its arguments, 3 bits each: enum db_value */
    bool writes;     /* and so takes the writer's lock */
    bool is_binary;  /* its rows have bytes, and come as the server has them */
};

struct db_schema {
    struct db db;
    PGconn *conn;
    const char *schema; /* in `names` */
    char names[64];
    bool is_unsynced;
    const char *channel; /* that it listens to; NULL: none */
    int64_t changes;     /* of the last statement */
    unsigned portals;    /* that were opened so far */
    struct pg_statement kept[PG_KEPT_STATEMENTS];
    size_t n_kept;
};

/* A database of this driver. */
static inline struct db_schema *schema_of(struct db *d)
{
    return (struct db_schema *)d;
}

/* ---- pg_error.c ---- */

/* Fill *e with what the server says of a statement that failed, in our codes. */
enum err pg_fail(struct db_schema *s, const PGresult *r, struct error *e);

/* Why there is no connection. */
enum err pg_cannot_connect(const char *shown, PGconn *conn, struct error *e);

/* Has the result this SQLSTATE? */
bool pg_has_state(const PGresult *r, const char *state);

/* ---- db_schema.c ---- */

/* Set the session up after it was opened, or opened again. */
MUST_CHECK enum err pg_set_up(struct db_schema *s, struct error *e);

/* Statements without arguments; the last one's rows, if it has any, for PQclear(). */
MUST_CHECK enum err pg_exec(struct db_schema *s, const char *sql,
                            PGresult **rows, struct error *e);

/* The first statement of a piece of work: when the connection turns out to be gone,
 * nothing was sent, so it is opened again and the statement tried once more. */
MUST_CHECK enum err pg_exec_first(struct db_schema *s, const char *sql,
                                  PGresult **rows, struct error *e);

/* Listen to `channel`, if there is one. */
MUST_CHECK enum err pg_listen(struct db_schema *s, struct error *e);

/* Is it gone, with nothing under way? Then open it again: true. */
bool pg_reconnect(struct db_schema *s);

/* ---- pg_functions.c ---- */

/* Make quarry_sql, or bring it on. */
MUST_CHECK enum err pg_functions_make(struct db_schema *s, struct error *e);

/* Has the store the functions of this version, or later ones? As a condition in SQL. */
extern const char pg_functions_there[];

/* ---- pg_statement.c ---- */

/* Write PostgreSQL's SQL of a literal; the result is in `a`. */
MUST_CHECK enum err pg_translate(const char *sql, struct arena *a,
                                 struct str *out, struct error *e);

/* Does it change rows? */
bool pg_writes(const char *sql);

/* The statement of a literal, kept from the last time or prepared; its name is
 * pg_statement_name(). */
MUST_CHECK enum err pg_prepare(struct db_schema *s, const char *sql,
                               struct db_args args, struct pg_statement **out,
                               struct error *e);

#define PG_NAME_BYTES 24

/* Its name on the server. */
void pg_statement_name(const struct db_schema *s, const struct pg_statement *p,
                       char name[PG_NAME_BYTES]);

/* ---- pg_check.c ---- */

/* What db_driver.h asks for. */
enum err pg_check(struct db *d, struct error *e);

/* ---- pg_transaction.c, pg_rows.c ---- */

/* Is one under way, or what is left of one that failed? */
bool pg_is_in_transaction(const struct db_schema *s);

/* What db_driver.h asks for: pg_rows.c, */
enum err pg_query(struct db_rows *r, const char *sql, struct db_args args,
                  struct error *e);
enum err pg_query_large(struct db_rows *r, const char *sql, struct error *e);
bool pg_next(struct db_rows *r);
int64_t pg_column_int(const struct db_rows *r, int i);
double pg_column_real(const struct db_rows *r, int i);
struct str pg_column_text(const struct db_rows *r, int i);
bool pg_column_is_null(const struct db_rows *r, int i);
enum err pg_finish(struct db_rows *r, enum err rc, struct error *e);

/* pg_transaction.c. */
enum err pg_begin_write(struct db *d, struct error *e);
enum err pg_begin_read(struct db *d, struct error *e);
enum err pg_begin_unsynced(struct db *d, int wait_ms, bool *begun,
                           struct error *e);
enum err pg_end(struct db *d, enum err rc, struct error *e);
enum err pg_savepoint_begin(struct db *d, struct error *e);
enum err pg_savepoint_end(struct db *d, enum err rc, struct error *e);

#endif
