/* db_rows.c - statements with arguments, and the rows of queries. */
#include "store/sqlite/db_internal.h"

struct db_value db_null(void)
{
    return (struct db_value){.type = DB_NULL};
}

struct db_value db_int(int64_t v)
{
    return (struct db_value){.type = DB_INTEGER, .integer = v};
}

struct db_value db_real(double v)
{
    return (struct db_value){.type = DB_REAL, .real = v};
}

struct db_value db_text(struct str s)
{
    return (struct db_value){.type = DB_TEXT, .bytes = s};
}

struct db_value db_text_or_null(struct str s)
{
    return s.n ? db_text(s) : db_null();
}

struct db_value db_blob(struct str s)
{
    return (struct db_value){.type = DB_BLOB, .bytes = s};
}

static int bind(sqlite3_stmt *stmt, int at, const struct db_value *v)
{
    const char *p = v->bytes.p ? v->bytes.p : "";

    switch (v->type) {
    case DB_INTEGER: return sqlite3_bind_int64(stmt, at, v->integer);
    case DB_REAL: return sqlite3_bind_double(stmt, at, v->real);
    case DB_TEXT:
        return sqlite3_bind_text64(stmt, at, p, v->bytes.n, SQLITE_STATIC,
                                   SQLITE_UTF8);
    case DB_BLOB:
        return sqlite3_bind_blob64(stmt, at, p, v->bytes.n, SQLITE_STATIC);
    case DB_NULL: break;
    }
    return sqlite3_bind_null(stmt, at);
}

/* The statement of a literal: kept from the last time, or made. */
static int prepare(struct db *d, const char *sql, sqlite3_stmt **out)
{
    int status;

    for (size_t i = 0; i < d->n_kept; i++) {
        if (d->kept[i].sql == sql) {
            *out = d->kept[i].stmt;
            BUG_ON(sqlite3_stmt_busy(*out));
            return SQLITE_OK;
        }
    }
    BUG_ON(d->n_kept == DB_KEPT_STATEMENTS); /* make the table larger */
    status = sqlite3_prepare_v3(d->handle, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                out, NULL);
    if (status == SQLITE_OK) {
        d->kept[d->n_kept].sql = sql;
        d->kept[d->n_kept++].stmt = *out;
    }
    return status;
}

enum err db_query(struct db *d, const char *sql, struct db_args args,
                  struct db_rows *r, struct error *e)
{
    int status;

    *r = (struct db_rows){.d = d, .status = SQLITE_OK};
    if (db_is_cancelled(d))
        return db_fail(d, SQLITE_INTERRUPT, e);
    status = prepare(d, sql, &r->stmt);
    for (size_t i = 0; i < args.n && status == SQLITE_OK; i++)
        status = bind(r->stmt, (int)i + 1, &args.list[i]);
    return status == SQLITE_OK ? OK : db_fail(d, status, e);
}

bool db_next(struct db_rows *r)
{
    r->status = sqlite3_step(r->stmt);
    return r->status == SQLITE_ROW;
}

int64_t db_column_int(const struct db_rows *r, int i)
{
    return sqlite3_column_int64(r->stmt, i);
}

double db_column_real(const struct db_rows *r, int i)
{
    return sqlite3_column_double(r->stmt, i);
}

struct str db_column_text(const struct db_rows *r, int i)
{
    const char *p = sqlite3_column_blob(r->stmt, i);
    int n = sqlite3_column_bytes(r->stmt, i);

    return (struct str){p ? p : "", n > 0 ? (size_t)n : 0};
}

bool db_column_is_null(const struct db_rows *r, int i)
{
    return sqlite3_column_type(r->stmt, i) == SQLITE_NULL;
}

enum err db_finish(struct db_rows *r, enum err rc, struct error *e)
{
    bool failed = r->status != SQLITE_OK && r->status != SQLITE_ROW &&
                  r->status != SQLITE_DONE;

    if (failed) /* also where the caller took it for the end of the rows */
        rc = db_fail(r->d, r->status, e);
    if (r->stmt) {
        (void)sqlite3_reset(r->stmt);
        (void)sqlite3_clear_bindings(r->stmt); /* they borrow */
    }
    r->stmt = NULL;
    return rc;
}

enum err db_run(struct db *d, const char *sql, struct db_args args,
                struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(d, sql, args, &r, e);

    if (!rc)
        (void)!db_next(&r);
    return db_finish(&r, rc, e);
}

enum err db_get_int(struct db *d, const char *sql, struct db_args args,
                    int64_t *out, struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(d, sql, args, &r, e);

    if (!rc && db_next(&r) && !db_column_is_null(&r, 0))
        *out = db_column_int(&r, 0);
    return db_finish(&r, rc, e);
}

enum err db_get_text(struct db *d, const char *sql, struct db_args args,
                     struct arena *a, struct str *out, struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(d, sql, args, &r, e);

    *out = (struct str){0};
    if (!rc && db_next(&r))
        rc = str_dup(db_column_text(&r, 0), a, out, e);
    return db_finish(&r, rc, e);
}
