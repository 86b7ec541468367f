/* db_rows.c - statements with arguments, and the rows of queries. */
#include "store/sqlite/db_internal.h"

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
static int prepare(struct db_file *f, const char *sql, sqlite3_stmt **out)
{
    int status;

    for (size_t i = 0; i < f->n_kept; i++) {
        if (f->kept[i].sql == sql) {
            *out = f->kept[i].stmt;
            BUG_ON(sqlite3_stmt_busy(*out));
            return SQLITE_OK;
        }
    }
    BUG_ON(f->n_kept == DB_KEPT_STATEMENTS); /* make the table larger */
    status = sqlite3_prepare_v3(f->handle, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                out, NULL);
    if (status == SQLITE_OK) {
        f->kept[f->n_kept].sql = sql;
        f->kept[f->n_kept++].stmt = *out;
    }
    return status;
}

enum err file_query(struct db_rows *r, const char *sql, struct db_args args,
                    struct error *e)
{
    struct db_file *f = file_of(r->d);
    sqlite3_stmt *stmt = NULL;
    int status = prepare(f, sql, &stmt);

    r->cursor = stmt;
    r->status = SQLITE_OK;
    for (size_t i = 0; i < args.n && status == SQLITE_OK; i++)
        status = bind(stmt, (int)i + 1, &args.list[i]);
    return status == SQLITE_OK ? OK : db_fail(f, status, e);
}

bool file_next(struct db_rows *r)
{
    r->status = sqlite3_step(r->cursor);
    return r->status == SQLITE_ROW;
}

int64_t file_column_int(const struct db_rows *r, int i)
{
    return sqlite3_column_int64(r->cursor, i);
}

double file_column_real(const struct db_rows *r, int i)
{
    return sqlite3_column_double(r->cursor, i);
}

struct str file_column_text(const struct db_rows *r, int i)
{
    const char *p = sqlite3_column_blob(r->cursor, i);
    int n = sqlite3_column_bytes(r->cursor, i);

    return (struct str){p ? p : "", n > 0 ? (size_t)n : 0};
}

bool file_column_is_null(const struct db_rows *r, int i)
{
    return sqlite3_column_type(r->cursor, i) == SQLITE_NULL;
}

enum err file_finish(struct db_rows *r, enum err rc, struct error *e)
{
    bool failed = r->status != SQLITE_OK && r->status != SQLITE_ROW &&
                  r->status != SQLITE_DONE;

    if (failed) /* also where the caller took it for the end of the rows */
        rc = db_fail(file_of(r->d), r->status, e);
    if (r->cursor) {
        (void)sqlite3_reset(r->cursor);
        (void)sqlite3_clear_bindings(r->cursor); /* they borrow */
    }
    r->cursor = NULL;
    return rc;
}
