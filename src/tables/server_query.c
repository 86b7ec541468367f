#include "tables/server_query.h"

#include "base/jsonw.h"
#include "tables/postgres_client.h"
#include "tables/postgres_sql.h"
#include "tables/server_distinct.h"
#include "tables/server_rows.h"

#include <string.h>

#define REQUEST_BYTES ((size_t)16 << 20)
#define SQL_BYTES     ((size_t)4 << 20)
#define ROWS_BYTES    (2 * SERVER_BYTES_MOST)

/* A query for a server while it is made. */
struct making {
    struct tables *t;
    const struct server_query *q;
    const struct server_tables *tables;
    size_t server;   /* the entry whose server it is */
    struct buf sent; /* rows of files, as tables of the query */
    uint64_t n_sent;
    struct arena *a;
};

static void write_table(struct jsonw *w, struct str sql, struct str name)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "sql", sql);
    jsonw_member_str(w, "name", name);
    jsonw_end_object(w);
}

/* What the query names, each with its name there. */
static void write_tables(const struct server_tables *tables, struct jsonw *w)
{
    jsonw_key(w, "tables");
    jsonw_begin_array(w);
    for (size_t i = 0; i < tables->n; i++)
        if (tables->list[i].table)
            write_table(w, tables->list[i].sql,
                        server_table_name(&tables->list[i]));
    jsonw_end_array(w);
}

static enum err encode(const struct making *x, struct buf *b, struct str *out,
                       struct error *e)
{
    const struct table_window *window = x->q->window;
    struct jsonw w;
    struct str query;
    struct buf sql;
    enum err rc = server_distinct_drop(window->sql, x->tables, x->a, &query, e);

    buf_init(&sql, SQL_BYTES);
    if (!rc)
        rc = postgres_sql_write(query, &sql, e);
    jsonw_init(&w, b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "op", "query");
    jsonw_member_str(&w, "sql", buf_str(&sql));
    jsonw_member_bool(&w, "in_order", postgres_sql_numbers(window->sql));
    jsonw_member_bool(&w, "is_behind", postgres_sql_is_behind(window->sql));
    write_tables(x->tables, &w);
    jsonw_member_text(&w, "sent", buf_str(&x->sent));
    jsonw_member_u64(&w, "rows_sent", x->n_sent);
    jsonw_member_u64(&w, "rows",
                     window->rows ? window->rows : TABLE_WINDOW_ROWS);
    jsonw_member_u64(&w, "offset", window->offset);
    jsonw_member_u64(&w, "max_bytes",
                     window->max_bytes ? window->max_bytes
                                       : TABLE_RESPONSE_BYTES);
    jsonw_end_object(&w);
    if (!rc && sql.overflow)
        rc = error_set(e, ERR_LIMIT, "the query is too long");
    buf_release(&sql);
    return rc ? rc : buf_finish(b, out, e);
}

/* ---- rows of files ---- */

/* All rows of the table that an entry is of, as far as they may be sent. */
static enum err read_rows(const struct making *x, size_t entry,
                          struct json **out, struct error *e)
{
    const struct entry *en = &x->q->entries->list[entry];
    struct worker_assignment as = {
        .mode = WORKER_QUERY,
        .memory_bytes = source_memory(x->q->source),
        .databases = {{.path = str_from(en->files.database)}}};
    struct worker_request r = {
        .fd = -1, .wait = source_wait(x->t, x->q->source, TABLE_QUERY_MS)};
    struct str request, text;
    enum err rc = str_printf(
        x->a, &request, e,
        "{\"op\":\"query\",\"sql\":\"SELECT * FROM data\",\"window_rows\":%u,"
        "\"window_offset\":0,\"max_bytes\":%zu}",
        SERVER_ROWS_MOST, SERVER_BYTES_MOST);

    if (!rc)
        rc = call_payload(request, en, 1, x->a, &r.payload, e);
    if (!rc)
        rc = worker_pool_call(x->t->pool, &as, &r, x->a, &text, e);
    return rc ? rc : json_parse(text, &json_answer_limits, x->a, out, e);
}

/* The smaller side of a join moves: the rows of files go to the server. */
static enum err send_files(struct making *x, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < x->tables->n && !rc; i++) {
        const struct server_table *t = &x->tables->list[i];
        struct json *rows = NULL;

        if (t->table)
            continue;
        rc = read_rows(x, t->entry, &rows, e);
        buf_puts(&x->sent, x->sent.n && !rc ? ", " : "");
        if (!rc)
            rc = server_rows_write(t, rows, &x->sent, e);
        if (!rc)
            x->n_sent += json_u64(json_find(rows, "row_count"), UINT32_MAX);
    }
    if (!rc && x->sent.overflow)
        rc = error_set(e, ERR_LIMIT, "more rows of files than are sent");
    return rc;
}

/* ---- the query ---- */

/* The one server whose tables it names. */
static enum err find_server(struct making *x, struct error *e)
{
    const struct entry *list = x->q->entries->list;
    bool any = false;

    for (size_t i = 0; i < x->tables->n; i++) {
        const struct server_table *t = &x->tables->list[i];

        if (!t->table)
            continue;
        if (any && !str_eq(list[t->entry].name, list[x->server].name))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "a table of which the copy has a sample is not "
                             "joined with one of another server");
        x->server = t->entry;
        any = true;
    }
    return OK;
}

static enum err ask(struct making *x, struct str *json, struct error *e)
{
    const struct server_query *q = x->q;
    struct table_source source = *q->source;
    struct worker_request r = {.fd = -1};
    struct buf request;
    enum err rc = find_server(x, e);

    if (!rc)
        rc = send_files(x, e);
    if (rc)
        return rc;
    source.path = q->entries->list[x->server].address;
    r.wait = source_wait(x->t, q->source, TABLE_QUERY_MS);
    buf_init(&request, REQUEST_BYTES);
    rc = encode(x, &request, &r.payload, e);
    if (!rc)
        rc = postgres_client_call(x->t, &source, &r, x->a, json, e);
    buf_release(&request);
    return rc;
}

enum err server_query_try(struct tables *t, const struct server_query *q,
                          struct arena *a, struct str *json, struct error *e)
{
    struct server_tables tables;
    struct making x = {.t = t, .q = q, .tables = &tables, .a = a};
    enum err rc = server_tables_find(q->entries, q->window->sql, a, &tables, e);

    *json = (struct str){0};
    if (rc || !tables.has_sample)
        return rc;
    buf_init(&x.sent, ROWS_BYTES);
    rc = ask(&x, json, e);
    buf_release(&x.sent);
    return rc;
}

enum err server_query_check(const struct entries *en, struct str sql,
                            struct arena *a, struct error *e)
{
    struct server_tables tables;
    enum err rc = server_tables_find(en, sql, a, &tables, e);

    if (rc || !tables.has_sample)
        return rc;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "of this table only a sample was copied, which is not "
                     "exported; ask for its figures, or export with the "
                     "server's own tools");
}
