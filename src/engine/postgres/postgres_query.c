#include "engine/postgres/postgres_query.h"

#include "engine/postgres/postgres_select.h"
#include "engine/postgres/postgres_which.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#define SQL_BYTES  ((size_t)4 << 20)
#define ROWS_MAX   UINT64_C(1000000)
#define OFFSET_MAX (UINT64_MAX / 4)
#define BYTES_MAX  ((uint64_t)8 << 20)
#define TAIL_BYTES ((size_t)64 << 10) /* of an answer, after its rows */
#define MS_NS      1000000
#define SENT_SHOWN \
    ((size_t)2 << 10) /* of rows that were sent, in the SQL shown */

/* The types of results, by their numbers in the server. */
static const struct type {
    uint32_t oid;
    const char *name;
    bool is_number;
} types[] = {
    {16, "boolean", false},     {20, "integer", true},
    {21, "integer", true},      {23, "integer", true},
    {26, "integer", true},      {700, "float", true},
    {701, "float", true},       {1082, "date", false},
    {1083, "time", false},      {1114, "timestamp", false},
    {1184, "timestamp", false}, {1700, "decimal", true},
    {25, "string", false},
};

#define KEPT \
    "quarry_kept" /* as tables/postgres_sql.h: a last column, not shown */

#define NUMERIC   1700
#define BOOLEAN   16
#define TIMESTAMP 1114
#define ZONED     1184

struct query {
    struct postgres_session *s;
    const struct json *request;
    struct arena *a;
    struct postgres_catalog catalog;
    struct str sql;   /* with its tables */
    struct str shown; /* the same without many rows that were sent */
    double scanned;   /* rows that the tables have, about */
    uint64_t rows, offset, max_bytes;
    uint64_t in_window, total;
    uint64_t sent; /* rows of files in it */
    bool is_cut;

    struct jsonw *out;
    struct jsonw line;  /* the row at hand */
    struct buf text;    /* rows of the window */
    bool *has_fraction; /* has_fraction[columns]: a value of it has a '.' */
    int columns;        /* that are shown */
    int fetched;
    bool is_ended;
};

/* ---- the statement ---- */

static const struct postgres_table *find(const struct query *q, struct str name)
{
    for (size_t i = 0; i < q->catalog.n; i++)
        if (str_eq(q->catalog.tables[i].name, name))
            return &q->catalog.tables[i];
    return NULL;
}

/* WITH "events" AS NOT MATERIALIZED (SELECT ...), ...: as if it were the copy. */
static enum err put_tables(struct query *q, struct buf *sql, struct error *e)
{
    const struct json *list = json_find(q->request, "tables");

    buf_puts(sql, "WITH ");
    for (const struct json *j = list ? list->first : NULL; j; j = j->next) {
        const struct str name = json_text(json_find(j, "name"));
        const struct postgres_table *t = find(q, name);

        if (!t)
            return error_set(e, ERR_NOT_FOUND,
                             "the table '%.*s' is not there any more",
                             STR_FMT(name));
        buf_puts(sql, j == list->first ? "" : ", ");
        postgres_quote(sql, json_text(json_find(j, "sql")));
        buf_puts(sql, " AS NOT MATERIALIZED (");
        postgres_select_write(t, false, sql);
        if (json_is_true(json_find(q->request, "in_order")))
            postgres_select_order(t, sql);
        buf_puts(sql, ")");
        q->scanned += t->estimate > 0 ? t->estimate : 0;
    }
    return OK;
}

static enum err write_sql(const struct query *q, struct str tables,
                          struct str sent, struct str *out, struct error *e)
{
    const struct str text = str_trim(json_text(json_find(q->request, "sql")));
    const bool has_with = str_eq_nocase(str_slice(text, 0, 5), STR("WITH "));
    struct buf sql;
    enum err rc;

    buf_init(&sql, SQL_BYTES);
    buf_put_str(&sql, tables);
    buf_puts(&sql, sent.n ? ", " : "");
    buf_put_str(&sql, sent);
    buf_puts(&sql, has_with ? ", " : " ");
    buf_put_str(&sql, str_slice(text, has_with ? 5 : 0, text.n));
    rc = buf_dup(&sql, q->a, out, e);
    buf_release(&sql);
    return rc;
}

/* What is run, and what is shown of it. */
static enum err make_sql(struct query *q, struct error *e)
{
    const struct str sent = json_text(json_find(q->request, "sent"));
    struct buf tables;
    struct str brief;
    enum err rc;

    q->sent = json_u64(json_find(q->request, "rows_sent"), UINT32_MAX);
    buf_init(&tables, SQL_BYTES);
    rc = put_tables(q, &tables, e);
    if (!rc)
        rc = write_sql(q, buf_str(&tables), sent, &q->sql, e);
    q->shown = q->sql;
    if (!rc && sent.n > SENT_SHOWN)
        rc = str_printf(q->a, &brief, e, "/* and %" PRIu64 " rows of files */",
                        q->sent);
    if (!rc && sent.n > SENT_SHOWN)
        rc = write_sql(q, buf_str(&tables), brief, &q->shown, e);
    buf_release(&tables);
    return rc;
}

/* Each row behind a figure belongs to one of the answer at most, which the server cannot
 * know: what it expects of their join is no measure. */
static enum err check_cost(struct query *q, struct error *e)
{
    double rows;
    double cost;
    enum err rc;

    if (json_is_true(json_find(q->request, "is_behind")))
        return OK;
    rc = postgres_explain(q->s, q->sql, q->a, &rows, &cost, e);

    if (rc || cost <= POSTGRES_QUERY_COST)
        return rc;
    return error_set(e, ERR_LIMIT,
                     "the server expects a cost of %.0f for this question, and "
                     "at most %.0f is taken; ask for less, such as one year",
                     cost, POSTGRES_QUERY_COST);
}

/* ---- its rows ---- */

static const struct type *type_of(uint32_t oid)
{
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (types[i].oid == oid)
            return &types[i];
    return NULL;
}

/* A number that a server says is checked to be one of JSON. */
static bool is_number(struct str text)
{
    struct error ignored;

    return text.n > 0 &&
           (text.p[0] == '-' || (text.p[0] >= '0' && text.p[0] <= '9')) &&
           json_check(text, &ignored) == OK;
}

static void put_time(struct jsonw *w, struct str text)
{
    char iso[64];
    size_t n = 0;

    for (; n < text.n && n < sizeof(iso); n++)
        iso[n] = (char)(text.p[n] == ' ' ? 'T' : text.p[n]);
    jsonw_str(w, (struct str){iso, n});
}

static void put_value(struct jsonw *w, const struct postgres_rows *rows,
                      size_t row, int column)
{
    const uint32_t oid = postgres_rows_type(rows, column);
    const struct str text = postgres_rows_text(rows, row, column);
    const struct type *type = type_of(oid);

    if (postgres_rows_is_null(rows, row, column))
        jsonw_null(w);
    else if (oid == BOOLEAN)
        jsonw_bool(w, str_is(text, "t"));
    else if (oid == TIMESTAMP || oid == ZONED)
        put_time(w, text);
    else if (type && type->is_number && is_number(text))
        jsonw_raw(w, text);
    else
        jsonw_str(w, text);
}

/* Before the first row is written: how many columns, each whole until one is not. */
static enum err begin_rows(struct query *q, const struct postgres_rows *rows,
                           struct error *e)
{
    const int n = postgres_rows_columns(rows);

    q->fetched = n;
    q->columns =
        n > 0 && str_is(postgres_rows_name(rows, n - 1), KEPT) ? n - 1 : n;
    q->has_fraction =
        arena_alloc_array(q->a, (size_t)q->columns + 1, sizeof(bool), e);
    return q->has_fraction ? OK : e->code;
}

/* A sum of whole numbers is numeric there, and an integer here. */
static void look_at(struct query *q, const struct postgres_rows *rows)
{
    for (int i = 0; i < q->columns; i++) {
        const struct str text = postgres_rows_text(rows, 0, i);

        q->has_fraction[i] |= str_find_char(text, '.') < text.n;
    }
}

/* A row into the window, if it is one of it and fits. */
static void keep_row(struct query *q, const struct postgres_rows *rows)
{
    const size_t before = q->text.n;

    look_at(q, rows);
    if (q->in_window > 0)
        buf_put_char(&q->text, ',');
    jsonw_init(&q->line, &q->text);
    jsonw_begin_array(&q->line);
    for (int i = 0; i < q->columns; i++)
        put_value(&q->line, rows, 0, i);
    jsonw_end_array(&q->line);
    q->is_cut = q->text.overflow || q->text.n + TAIL_BYTES > q->max_bytes;
    if (q->is_cut) { /* without this row */
        q->text.n = before;
        q->text.overflow = false;
    }
    q->in_window += !q->is_cut;
}

static void write_columns(const struct query *q,
                          const struct postgres_rows *rows, struct jsonw *w)
{
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (int i = 0; i < q->columns; i++)
        jsonw_str(w, postgres_rows_name(rows, i));
    jsonw_end_array(w);
    jsonw_key(w, "column_types");
    jsonw_begin_array(w);
    for (int i = 0; i < q->columns; i++) {
        const uint32_t oid = postgres_rows_type(rows, i);
        const struct type *type = type_of(oid);

        if (oid == NUMERIC && !q->has_fraction[i])
            jsonw_cstr(w, "integer");
        else
            jsonw_cstr(w, type ? type->name : "string");
    }
    jsonw_end_array(w);
}

static enum err take_row(void *ctx, const struct postgres_rows *rows,
                         struct error *e)
{
    struct query *q = ctx;

    if (!q->has_fraction && begin_rows(q, rows, e))
        return e->code;
    if (postgres_rows_columns(rows) != q->fetched)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the rows of the server have different columns");
    if (rows->n == 0) {
        write_columns(q, rows, q->out);
        q->is_ended = true;
        return OK;
    }
    q->total++;
    if (q->total > q->offset && q->in_window < q->rows && !q->is_cut)
        keep_row(q, rows);
    return OK;
}

/* Row by row, so that the server may use all that it has for it, as it does not for a
 * cursor, and that what comes after the window takes no memory. */
static enum err fetch(struct query *q, struct jsonw *w, struct error *e)
{
    enum err rc;

    q->out = w;
    buf_init(&q->text, 2 * BYTES_MAX);
    buf_put_char(&q->text, '[');
    rc = postgres_link_stream(q->s->link, q->sql.p, take_row, q, e);
    if (!rc && !q->is_ended)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "the rows of the server have no end");
    if (!rc && q->is_cut && q->in_window == 0)
        rc = error_set(e, ERR_LIMIT,
                       "a row of the result is too large for an answer");
    buf_put_char(&q->text, ']');
    if (!rc)
        jsonw_member_raw(w, "rows", buf_str(&q->text));
    buf_release(&q->text);
    return rc;
}

/* The tables that the query names, however many the database has. */
static enum err read_catalog(struct query *q, struct error *e)
{
    struct buf which;
    struct str text;
    enum err rc;

    buf_init(&which, SQL_BYTES);
    postgres_which_names(json_find(q->request, "tables"), &which);
    rc = buf_dup(&which, q->a, &text, e);
    if (!rc)
        rc = postgres_catalog_read(q->s, text, q->a, &q->catalog, e);
    buf_release(&which);
    return rc;
}

static enum err read_window(struct query *q, struct error *e)
{
    enum err rc = json_read_u64(json_find(q->request, "rows"), "rows", ROWS_MAX,
                                &q->rows, e);

    if (!rc)
        rc = json_read_u64(json_find(q->request, "offset"), "offset",
                           OFFSET_MAX, &q->offset, e);
    if (!rc)
        rc = json_read_u64(json_find(q->request, "max_bytes"), "max_bytes",
                           BYTES_MAX, &q->max_bytes, e);
    return rc;
}

static void write_numbers(const struct query *q, double took_ms,
                          struct jsonw *w)
{
    jsonw_member_u64(w, "row_count", q->in_window);
    jsonw_member_u64(w, "total_row_count", q->total);
    jsonw_member_u64(w, "window_rows", q->rows);
    jsonw_member_u64(w, "window_offset", q->offset);
    jsonw_member_bool(w, "has_more", q->total > q->offset + q->in_window);
    jsonw_member_double(w, "query_elapsed_ms", took_ms);
    jsonw_member_bool(w, "cut_by_budget", q->is_cut);
    jsonw_member_u64(w, "rows_scanned", (uint64_t)q->scanned);
    jsonw_member_str(w, "server_sql", q->shown);
    if (q->sent)
        jsonw_member_u64(w, "rows_sent", q->sent);
    jsonw_key(w, "server");
    jsonw_begin_object(w);
    postgres_session_write(q->s, w);
    jsonw_end_object(w);
    jsonw_key(w, "notes"); /* the last, to which others are added */
    jsonw_begin_array(w);
    jsonw_end_array(w);
}

static double now_ms(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1000 + (double)t.tv_nsec / MS_NS;
}

enum err postgres_query_run(struct postgres_session *s,
                            const struct json *request, struct arena *a,
                            struct jsonw *w, struct error *e)
{
    struct query q = {.s = s, .request = request, .a = a};
    const double began_ms = now_ms();
    enum err rc = read_window(&q, e);

    if (!rc)
        rc = read_catalog(&q, e);
    if (!rc)
        rc = make_sql(&q, e);
    if (!rc)
        rc = check_cost(&q, e);
    jsonw_begin_object(w);
    if (!rc)
        rc = fetch(&q, w, e);
    if (!rc)
        write_numbers(&q, now_ms() - began_ms, w);
    jsonw_end_object(w);
    /* not the fault of a file, which would be read again */
    return rc == ERR_FILE_READ_FAILED ? e->code = ERR_VALIDATION_FAILED : rc;
}
