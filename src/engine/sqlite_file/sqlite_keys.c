/*
 * sqlite_keys.c - the foreign keys that a table declares.
 *
 * One that names no columns of the other table means its primary key. That the rows
 * keep to it is not known: the library checks it only where a program asks for that.
 */
#include "engine/sqlite_file/sqlite_internal.h"

/* Columns of `PRAGMA foreign_key_list`, and of `table_info`. */
enum { KEY_NUMBER, KEY_PART, KEY_TABLE, KEY_FROM, KEY_TO };
enum { INFO_NAME = 1, INFO_KEY_PART = 5 };

#define KEYS_MAX 256u /* of a table */

static enum err run_pragma(struct sqlite_file *f, const char *pragma,
                           struct str table, sqlite3_stmt **stmt,
                           struct error *e)
{
    struct buf sql;

    buf_init(&sql, SQLITE_SQL_BYTES);
    buf_printf(&sql, "PRAGMA %s(", pragma);
    sqlite_put_name(&sql, table);
    buf_puts(&sql, ")");
    return sqlite_prepare(f, &sql, stmt, e);
}

static enum err take_name(sqlite3_stmt *stmt, int column, struct arena *a,
                          struct str *out, struct error *e)
{
    enum err rc = str_dup(sqlite_text(stmt, column), a, out, e);

    return rc ? rc : sqlite_text_repair(*out, a, out, NULL, e);
}

/* The one column of a table's primary key; nothing where it has several. */
static enum err find_primary(struct sqlite_file *f, struct str table,
                             struct arena *a, struct str *out, struct error *e)
{
    sqlite3_stmt *stmt = NULL;
    size_t parts = 0;
    int status;
    enum err rc = run_pragma(f, "table_info", table, &stmt, e);

    while (!rc && (status = sqlite3_step(stmt)) != SQLITE_DONE) {
        if (status != SQLITE_ROW)
            rc = sqlite_fail(status, e);
        else if (sqlite3_column_int(stmt, INFO_KEY_PART) && parts++ == 0)
            rc = take_name(stmt, INFO_NAME, a, out, e);
    }
    (void)sqlite3_finalize(stmt);
    if (parts != 1)
        *out = (struct str){0};
    return rc;
}

/* A part of a key; one of several columns is not kept. */
static enum err take_part(sqlite3_stmt *stmt, struct arena *a,
                          struct sqlite_keys *out, int *last, struct error *e)
{
    const int number = sqlite3_column_int(stmt, KEY_NUMBER);
    struct sqlite_key *k = &out->list[out->n];

    if (number == *last) {
        out->n -= out->n > 0 && out->list[out->n - 1].number == number;
        return OK;
    }
    *last = number;
    if (out->n == KEYS_MAX)
        return OK;
    out->n++;
    k->number = number;
    if (take_name(stmt, KEY_TABLE, a, &k->table, e) ||
        take_name(stmt, KEY_FROM, a, &k->from, e))
        return e->code;
    return take_name(stmt, KEY_TO, a, &k->to, e);
}

enum err sqlite_file_keys(struct sqlite_file *f, const struct sqlite_object *o,
                          struct arena *a, struct sqlite_keys *out,
                          struct error *e)
{
    sqlite3_stmt *stmt = NULL;
    int last = -1;
    int status;
    enum err rc;

    *out = (struct sqlite_keys){
        .list = arena_alloc_array(a, KEYS_MAX + 1, sizeof(*out->list), e)};
    if (!out->list)
        return e->code;
    rc = o->is_view ? OK : run_pragma(f, "foreign_key_list", o->raw, &stmt, e);
    while (!rc && stmt && (status = sqlite3_step(stmt)) != SQLITE_DONE)
        rc = status == SQLITE_ROW ? take_part(stmt, a, out, &last, e)
                                  : sqlite_fail(status, e);
    (void)sqlite3_finalize(stmt);
    for (size_t i = 0; i < out->n && !rc; i++)
        if (out->list[i].to.n == 0)
            rc = find_primary(f, out->list[i].table, a, &out->list[i].to, e);
    return rc;
}
