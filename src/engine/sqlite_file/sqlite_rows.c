/*
 * sqlite_rows.c - the rows of a table or view.
 *
 * A column of no type, or of type BLOB, may hold values that are larger than memory.
 * Of those the statement asks for the size alone, which the library knows without
 * reading them:
 *
 *     CASE typeof(c) WHEN 'blob' THEN length(c) ELSE c END, typeof(c) = 'blob'
 *
 * In a damaged or hostile file pages may be part of a tree many times over, so that
 * it never ends. What its rows have is held against the size of the file: of a table
 * as it should be they are less than the file, and some more where columns are
 * generated or a view repeats what it joins.
 */
#include "engine/sqlite_file/sqlite_internal.h"

#include <string.h>

#define BUDGET_FACTOR 16u
#define BUDGET_LEAST  (UINT64_C(4) << 20)

/* A column of the affinity that keeps whatever is put there. */
static bool is_bare(const char *declared)
{
    static const char blob[] = "blob";
    size_t found = 0;

    for (const char *p = declared; p && *p && blob[found]; p++) {
        const char c = *p >= 'A' && *p <= 'Z' ? (char)(*p - 'A' + 'a') : *p;

        found = c == blob[found] ? found + 1 : c == blob[0];
    }
    return !declared || !*declared || !blob[found];
}

static enum err text_of(const char *p, struct arena *a, struct str *raw,
                        struct str *text, struct error *e)
{
    enum err rc = str_dup(str_from(p ? p : ""), a, raw, e);

    return rc ? rc : sqlite_text_repair(*raw, a, text, NULL, e);
}

/* The columns as the library tells them of `SELECT *`; their names, as they are in
 * the file, in raw[n]. */
static enum err take_columns(sqlite3_stmt *stmt, struct arena *a,
                             struct sqlite_rows *r, struct str **raw,
                             struct error *e)
{
    const size_t n = (size_t)sqlite3_column_count(stmt);
    struct sqlite_column *columns =
        arena_alloc_array(a, n, sizeof(*columns), e);
    size_t at = 0;
    enum err rc = OK;

    *raw = columns ? arena_alloc_array(a, n, sizeof(**raw), e) : NULL;
    if (!*raw)
        return e->code;
    for (size_t i = 0; i < n && !rc; i++) {
        struct sqlite_column *c = &columns[i];
        const char *declared = sqlite3_column_decltype(stmt, (int)i);
        struct str ignored;

        c->is_bare = is_bare(declared);
        c->at = at;
        at += c->is_bare ? 2 : 1;
        rc = text_of(sqlite3_column_name(stmt, (int)i), a, &(*raw)[i], &c->name,
                     e);
        if (!rc)
            rc = text_of(declared, a, &ignored, &c->declared, e);
    }
    r->columns = columns;
    r->n = n;
    return rc;
}

static void put_from(struct buf *sql, const struct sqlite_object *o)
{
    buf_puts(sql, " FROM ");
    buf_put_quoted(sql, '\"', o->raw);
    if (!o->is_view) /* an index may say what the table does not */
        buf_puts(sql, " NOT INDEXED");
}

static enum err describe(const struct sqlite_object *o, struct arena *a,
                         struct sqlite_rows *r, struct str **raw,
                         struct error *e)
{
    sqlite3_stmt *stmt = NULL;
    struct buf sql;
    enum err rc;

    buf_init(&sql, SQLITE_SQL_BYTES);
    buf_puts(&sql, "SELECT *");
    put_from(&sql, o);
    rc = sqlite_prepare(r->file, &sql, &stmt, e);
    if (!rc)
        rc = take_columns(stmt, a, r, raw, e);
    (void)sqlite3_finalize(stmt);
    return rc;
}

static void put_column(struct buf *sql, const struct sqlite_column *c,
                       struct str raw)
{
    if (c->at > 0)
        buf_put_char(sql, ',');
    if (!c->is_bare) {
        buf_put_quoted(sql, '\"', raw);
        return;
    }
    buf_puts(sql, "CASE typeof(");
    buf_put_quoted(sql, '\"', raw);
    buf_puts(sql, ") WHEN 'blob' THEN length(");
    buf_put_quoted(sql, '\"', raw);
    buf_puts(sql, ") ELSE ");
    buf_put_quoted(sql, '\"', raw);
    buf_puts(sql, " END, typeof(");
    buf_put_quoted(sql, '\"', raw);
    buf_puts(sql, ") = 'blob'");
}

enum err sqlite_rows_open(struct sqlite_file *f, const struct sqlite_object *o,
                          struct arena *a, struct sqlite_rows *r,
                          struct error *e)
{
    struct str *raw = NULL;
    struct buf sql;
    enum err rc;

    *r = (struct sqlite_rows){
        .file = f, .budget = BUDGET_LEAST + BUDGET_FACTOR * f->source.in.bytes};
    rc = describe(o, a, r, &raw, e);
    if (rc)
        return rc;
    BUG_ON(!raw); /* describe() made it */
    buf_init(&sql, SQLITE_SQL_BYTES);
    buf_puts(&sql, "SELECT ");
    for (size_t i = 0; i < r->n; i++)
        put_column(&sql, &r->columns[i], raw[i]);
    put_from(&sql, o);
    return sqlite_prepare(f, &sql, &r->stmt, e);
}

enum err sqlite_rows_next(struct sqlite_rows *r, bool *more, struct error *e)
{
    const int status = sqlite3_step(r->stmt);

    *more = status == SQLITE_ROW;
    if (status == SQLITE_DONE)
        return OK;
    if (status != SQLITE_ROW) {
        const enum err rc = sqlite_fail(status, e);

        return rc == ERR_VALIDATION_FAILED && r->row > 0
                   ? e->code = ERR_FILE_READ_FAILED
                   : rc;
    }
    r->row++;
    if (r->budget < r->n)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the SQLite database is damaged: it has more rows "
                         "than fit into it");
    r->budget -= r->n;
    return OK;
}

static enum sqlite_kind kind_of(int type)
{
    switch (type) {
    case SQLITE_INTEGER: return SQLITE_CELL_INTEGER;
    case SQLITE_FLOAT: return SQLITE_CELL_REAL;
    case SQLITE_TEXT: return SQLITE_CELL_TEXT;
    case SQLITE_BLOB: return SQLITE_CELL_BLOB;
    default: return SQLITE_CELL_NULL;
    }
}

struct sqlite_cell sqlite_rows_cell(struct sqlite_rows *r, size_t column)
{
    const struct sqlite_column *c = &r->columns[column];
    const int at = (int)c->at;
    struct sqlite_cell cell = {.kind =
                                   kind_of(sqlite3_column_type(r->stmt, at))};

    if (c->is_bare && sqlite3_column_int(r->stmt, at + 1))
        cell.kind = SQLITE_CELL_BLOB;
    switch (cell.kind) {
    case SQLITE_CELL_REAL:
        cell.real = sqlite3_column_double(r->stmt, at);
        break;
    case SQLITE_CELL_TEXT: cell.text = sqlite_text(r->stmt, at); break;
    case SQLITE_CELL_INTEGER:
        cell.integer = sqlite3_column_int64(r->stmt, at);
        break;
    case SQLITE_CELL_BLOB:
        cell.integer = c->is_bare ? sqlite3_column_int64(r->stmt, at)
                                  : sqlite3_column_bytes(r->stmt, at);
        break;
    default: break;
    }
    r->budget -= cell.text.n < r->budget ? cell.text.n : r->budget;
    return cell;
}

void sqlite_rows_close(struct sqlite_rows *r)
{
    (void)sqlite3_finalize(r->stmt);
    r->stmt = NULL;
}
