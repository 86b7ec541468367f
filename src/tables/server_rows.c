#include "tables/server_rows.h"

#include <string.h>

/* Types of results as values of the server; others are text. */
static const struct {
    const char *name, *there;
} types[] = {{"integer", "bigint"},      {"float", "double precision"},
             {"decimal", "numeric"},     {"date", "date"},
             {"timestamp", "timestamp"}, {"time", "time"},
             {"boolean", "boolean"}};

static const char *type_of(const struct json *name)
{
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (json_is(name, types[i].name))
            return types[i].there;
    return "text";
}

static struct str text_of(const struct json *cell)
{
    switch (cell->type) {
    case JSON_TRUE: return STR("true");
    case JSON_FALSE: return STR("false");
    default: return cell->text;
    }
}

static enum err put_cell(const struct json *cell, const char *type,
                         struct buf *out, struct error *e)
{
    const struct str text = text_of(cell);

    if (memchr(text.n ? text.p : "", '\0', text.n))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a cell has a NUL character, which the server takes "
                         "in no text");
    buf_puts(out, type ? "CAST(" : "");
    if (cell->type == JSON_NULL)
        buf_puts(out, "NULL");
    else
        buf_put_quoted(out, '\'', text);
    if (type)
        buf_printf(out, " AS %s)", type);
    return OK;
}

/* The first has the types, which the others take over. */
static enum err put_row(const struct json *row, const struct json *type,
                        bool is_first, struct buf *out, struct error *e)
{
    enum err rc = OK;

    buf_puts(out, is_first ? "(" : ",(");
    for (const struct json *c = row->first; c && type && !rc;
         c = c->next, type = type->next) {
        buf_puts(out, c == row->first ? "" : ",");
        rc = put_cell(c, is_first ? type_of(type) : NULL, out, e);
    }
    buf_put_char(out, ')');
    return rc;
}

/* A table without rows: one that no condition leaves. */
static void put_nothing(const struct json *type, struct buf *out)
{
    buf_puts(out, "SELECT ");
    for (const struct json *t = type; t; t = t->next)
        buf_printf(out, "%sCAST(NULL AS %s)", t == type ? "" : ",", type_of(t));
    buf_puts(out, " WHERE FALSE");
}

static enum err check(const struct server_table *table,
                      const struct json *answer, struct error *e)
{
    const uint64_t rows =
        json_u64(json_find(answer, "total_row_count"), UINT64_MAX / 2);

    if (rows <= SERVER_ROWS_MOST &&
        !json_is_true(json_find(answer, "has_more")))
        return OK;
    return error_set(e, ERR_LIMIT,
                     "'%.*s' has %llu rows; to be joined with a table of which "
                     "the copy has a sample it is sent to the server, and at "
                     "most %u rows of 1 MiB are sent",
                     STR_FMT(table->sql), (unsigned long long)rows,
                     SERVER_ROWS_MOST);
}

enum err server_rows_write(const struct server_table *table,
                           const struct json *answer, struct buf *out,
                           struct error *e)
{
    const struct json *columns = json_find(answer, "columns");
    const struct json *types_of = json_find(answer, "column_types");
    const struct json *rows = json_find(answer, "rows");
    enum err rc = check(table, answer, e);

    if (rc)
        return rc;
    if (!columns || !types_of || !rows)
        return error_set(e, ERR_INTERNAL, "rows of a file have no columns");
    buf_put_quoted(out, '"', table->sql);
    buf_put_char(out, '(');
    for (const struct json *c = columns->first; c; c = c->next) {
        buf_puts(out, c == columns->first ? "" : ",");
        buf_put_quoted(out, '"', c->text);
    }
    buf_puts(out, ") AS (");
    if (rows->first)
        buf_puts(out, "VALUES ");
    else
        put_nothing(types_of->first, out);
    for (const struct json *r = rows->first; r && !rc; r = r->next)
        rc = put_row(r, types_of->first, r == rows->first, out, e);
    buf_puts(out, ")");
    return rc;
}
