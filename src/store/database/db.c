/* db.c - db.h for every engine: what all do alike, and calls of the driver. */
#include "store/database/db.h"

#include "store/database/db_driver.h"
#include "store/database/db_large.h"
#include "store/database/db_pool.h"

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

bool db_is_on_server(const struct db *d)
{
    return d->driver->is_on_server;
}

void db_close(struct db *d)
{
    if (!d)
        return;
    db_set_cancel(d, NULL);
    if (!db_pool_put(d))
        d->driver->close(d);
}

void db_set_cancel(struct db *d, const atomic_bool *cancel)
{
    d->cancel = cancel;
    d->driver->watch(d);
}

const atomic_bool *db_cancel(const struct db *d)
{
    return d->cancel;
}

bool db_is_cancelled(const struct db *d)
{
    return d->cancel && atomic_load_explicit(d->cancel, memory_order_relaxed);
}

enum err db_exec(struct db *d, const char *sql, struct error *e)
{
    return d->driver->exec(d, sql, e);
}

enum err db_query(struct db *d, const char *sql, struct db_args args,
                  struct db_rows *r, struct error *e)
{
    *r = (struct db_rows){.d = d};
    if (db_is_cancelled(d))
        return error_set(e, ERR_TIMEOUT, "cancelled");
    return d->driver->query(r, sql, args, e);
}

enum err db_query_large(struct db *d, const char *sql, struct db_rows *r,
                        struct error *e)
{
    if (!d->driver->query_large)
        return db_query(d, sql, DB_NO_ARGS, r, e);
    *r = (struct db_rows){.d = d};
    if (db_is_cancelled(d))
        return error_set(e, ERR_TIMEOUT, "cancelled");
    return d->driver->query_large(r, sql, e);
}

bool db_next(struct db_rows *r)
{
    return r->d->driver->next(r);
}

int64_t db_column_int(const struct db_rows *r, int i)
{
    return r->d->driver->column_int(r, i);
}

double db_column_real(const struct db_rows *r, int i)
{
    return r->d->driver->column_real(r, i);
}

struct str db_column_text(const struct db_rows *r, int i)
{
    return r->d->driver->column_text(r, i);
}

bool db_column_is_null(const struct db_rows *r, int i)
{
    return r->d->driver->column_is_null(r, i);
}

enum err db_finish(struct db_rows *r, enum err rc, struct error *e)
{
    return r->d ? r->d->driver->finish(r, rc, e) : rc;
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

int64_t db_changes(const struct db *d)
{
    return d->driver->changes(d);
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

enum err db_begin_write(struct db *d, struct error *e)
{
    return d->driver->begin_write(d, e);
}

enum err db_begin_read(struct db *d, struct error *e)
{
    return d->driver->begin_read(d, e);
}

enum err db_begin_unsynced(struct db *d, int wait_ms, bool *begun,
                           struct error *e)
{
    return d->driver->begin_unsynced(d, wait_ms, begun, e);
}

enum err db_end(struct db *d, enum err rc, struct error *e)
{
    return d->driver->end(d, rc, e);
}

enum err db_savepoint_begin(struct db *d, struct error *e)
{
    return d->driver->savepoint_begin(d, e);
}

enum err db_savepoint_end(struct db *d, enum err rc, struct error *e)
{
    return d->driver->savepoint_end(d, rc, e);
}

enum err db_size(struct db *d, int64_t *bytes, struct error *e)
{
    return d->driver->size(d, bytes, e);
}

enum err db_check(struct db *d, struct error *e)
{
    return d->driver->check(d, e);
}

enum err db_copy(struct db *d, const char *path, struct error *e)
{
    return d->driver->copy
               ? d->driver->copy(d, path, e)
               : error_set(e, ERR_VALIDATION_FAILED,
                           "%s is on a server and no file", d->shown);
}
