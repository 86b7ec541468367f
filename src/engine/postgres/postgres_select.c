#include "engine/postgres/postgres_select.h"

#define SQL_BYTES ((size_t)2 << 20)

/* How each kind of value is asked for, with the column in the middle; of a copy, whose
 * reader knows no booleans of one letter. What is text there is text here. */
static const struct {
    const char *before, *after;
} selected[POSTGRES_KINDS] = {
    [POSTGRES_TEXT] = {"", ""},
    [POSTGRES_OTHER] = {"", "::text"},
    [POSTGRES_BOOLEAN] = {"", ""},
    [POSTGRES_INTEGER] = {"", ""},
    [POSTGRES_DECIMAL] = {"", ""},
    [POSTGRES_MONEY] = {"", "::numeric"},
    [POSTGRES_FLOAT] = {"", ""},
    [POSTGRES_DATE] = {"", ""},
    [POSTGRES_TIME] = {"", ""},
    [POSTGRES_TIMESTAMP] = {"", ""},
    [POSTGRES_ZONED] = {"", " AT TIME ZONE 'UTC'"},
    [POSTGRES_BYTES] = {"octet_length(", ") || ' bytes'"},
    /* one of no values is NULL, as no text is */
    [POSTGRES_ARRAY] = {"nullif(array_to_string(",
                        ", '" POSTGRES_SEPARATOR "'), '')"},
};

static void put_from(struct buf *sql, const struct postgres_table *t)
{
    buf_puts(sql, " FROM ");
    postgres_quote(sql, t->schema);
    buf_put_char(sql, '.');
    postgres_quote(sql, t->table);
}

void postgres_select_write(const struct postgres_table *t, bool is_copy,
                           struct buf *sql)
{
    buf_puts(sql, "SELECT ");
    for (size_t i = 0; i < t->n; i++) {
        const struct postgres_column *c = &t->columns[i];

        buf_puts(sql, i ? ", " : "");
        buf_puts(sql, selected[c->kind].before);
        postgres_quote(sql, c->name);
        buf_puts(sql, selected[c->kind].after);
        if (is_copy && c->kind == POSTGRES_BOOLEAN)
            buf_puts(sql, "::text");
        buf_puts(sql, " AS ");
        postgres_quote(sql, c->name);
    }
    put_from(sql, t);
}

void postgres_select_order(const struct postgres_table *t, struct buf *sql)
{
    bool some = false;

    for (size_t i = 0; i < t->n; i++) {
        if (!t->columns[i].is_key)
            continue;
        buf_puts(sql, some ? ", " : " ORDER BY ");
        postgres_quote(sql, t->columns[i].name);
        some = true;
    }
}

enum err postgres_explain(const struct postgres_session *s, struct str query,
                          struct arena *a, double *rows, double *cost,
                          struct error *e)
{
    struct postgres_rows plan = POSTGRES_ROWS_NONE;
    const struct json *top;
    struct json *root = NULL;
    struct str text;
    struct buf sql;
    enum err rc;

    buf_init(&sql, SQL_BYTES);
    buf_printf(&sql, "EXPLAIN (FORMAT JSON) %.*s", STR_FMT(query));
    rc = buf_finish(&sql, &text, e);
    if (!rc)
        rc = postgres_link_query(s->link, text.p, 1, &plan, e);
    if (!rc && plan.n > 0 &&
        json_parse(postgres_rows_text(&plan, 0, 0), &json_default_limits, a,
                   &root, e))
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "the server's plan of a query is not valid");
    top = json_find(root ? root->first : NULL, "Plan");
    *rows = json_double(json_find(top, "Plan Rows"));
    *cost = json_double(json_find(top, "Total Cost"));
    postgres_rows_close(&plan);
    buf_release(&sql);
    return rc;
}
