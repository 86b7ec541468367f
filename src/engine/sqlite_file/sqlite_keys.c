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

#define KEYS_MAX 256u /* columns of keys of a table */

static enum err run_pragma(struct sqlite_file *f, const char *pragma,
                           struct str table, sqlite3_stmt **stmt,
                           struct error *e)
{
    struct buf sql;

    buf_init(&sql, SQLITE_SQL_BYTES);
    buf_printf(&sql, "PRAGMA %s(", pragma);
    buf_put_quoted(&sql, '\"', table);
    buf_puts(&sql, ")");
    return sqlite_prepare(f, &sql, stmt, e);
}

static enum err take_name(sqlite3_stmt *stmt, int column, struct arena *a,
                          struct str *out, struct error *e)
{
    enum err rc = str_dup(sqlite_text(stmt, column), a, out, e);

    return rc ? rc : sqlite_text_repair(*out, a, out, NULL, e);
}

/* What a key refers to by its `part`-th column, from 0: that of the table's primary key,
 * or nothing where this has not as many as `parts`. */
static enum err find_primary(struct sqlite_file *f, size_t part, size_t parts,
                             struct arena *a, struct sqlite_key *k,
                             struct error *e)
{
    sqlite3_stmt *stmt = NULL;
    size_t found = 0;
    int status;
    enum err rc = run_pragma(f, "table_info", k->table, &stmt, e);

    while (!rc && (status = sqlite3_step(stmt)) != SQLITE_DONE) {
        const int at =
            status == SQLITE_ROW ? sqlite3_column_int(stmt, INFO_KEY_PART) : 0;

        if (status != SQLITE_ROW)
            rc = sqlite_fail(status, e);
        else if (at > 0 && (size_t)at == part + 1)
            rc = take_name(stmt, INFO_NAME, a, &k->to, e);
        found += at > 0;
    }
    (void)sqlite3_finalize(stmt);
    if (found != parts)
        k->to = (struct str){0};
    return rc;
}

/* Without the key that its last column is of. */
static void drop_last(struct sqlite_keys *out)
{
    const int number = out->n ? out->list[out->n - 1].number : 0;

    while (out->n > 0 && out->list[out->n - 1].number == number)
        out->n--;
}

/* A column of a key; of the key that is one too many, none. */
static enum err take_part(sqlite3_stmt *stmt, struct arena *a,
                          struct sqlite_keys *out, bool *full, struct error *e)
{
    const int number = sqlite3_column_int(stmt, KEY_NUMBER);
    struct sqlite_key *k = &out->list[out->n];

    if (out->n == KEYS_MAX && !*full) {
        *full = true;
        if (out->list[out->n - 1].number == number)
            drop_last(out);
    }
    if (*full)
        return OK;
    out->n++;
    k->number = number;
    if (take_name(stmt, KEY_TABLE, a, &k->table, e) ||
        take_name(stmt, KEY_FROM, a, &k->from, e))
        return e->code;
    return take_name(stmt, KEY_TO, a, &k->to, e);
}

/* What the key that begins at `at` refers to, if it does not say; its columns. */
static enum err complete_key(struct sqlite_file *f, struct sqlite_keys *keys,
                             size_t at, struct arena *a, size_t *parts,
                             struct error *e)
{
    *parts = 1;
    while (at + *parts < keys->n &&
           keys->list[at + *parts].number == keys->list[at].number)
        ++*parts;
    for (size_t i = 0; i < *parts; i++) {
        struct sqlite_key *k = &keys->list[at + i];

        if (k->to.n == 0 && find_primary(f, i, *parts, a, k, e))
            return e->code;
    }
    return OK;
}

enum err sqlite_file_keys(struct sqlite_file *f, const struct sqlite_object *o,
                          struct arena *a, struct sqlite_keys *out,
                          struct error *e)
{
    sqlite3_stmt *stmt = NULL;
    bool full = false;
    size_t parts;
    int status;
    enum err rc;

    *out = (struct sqlite_keys){
        .list = arena_alloc_array(a, KEYS_MAX + 1, sizeof(*out->list), e)};
    if (!out->list)
        return e->code;
    rc = o->is_view ? OK : run_pragma(f, "foreign_key_list", o->raw, &stmt, e);
    while (!rc && stmt && (status = sqlite3_step(stmt)) != SQLITE_DONE)
        rc = status == SQLITE_ROW ? take_part(stmt, a, out, &full, e)
                                  : sqlite_fail(status, e);
    (void)sqlite3_finalize(stmt);
    for (size_t i = 0; i < out->n && !rc; i += parts)
        rc = complete_key(f, out, i, a, &parts, e);
    return rc;
}
