#include "base/jsonw.h"
#include "base/log.h"
#include "tables/tables_internal.h"

/* SQL over this size is refused by the gate anyway; a request is JSON. */
#define REQUEST_MAX_BYTES ((size_t)8 * 1024 * 1024)

static void write_columns(struct jsonw *w, const struct table_columns *c)
{
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; c && i < c->n; i++)
        jsonw_str(w, c->names[i]);
    jsonw_end_array(w);
}

/* Send what `b` holds to the worker of the call's files. */
static enum err ask(struct tables *t, struct call *c, struct buf *b,
                    struct arena *a, struct str *json, struct error *e)
{
    enum err rc = buf_finish(b, &c->request, e);

    if (!rc)
        rc = call_run(t, c, a, json, e);
    buf_release(b);
    return rc;
}

static void write_max_bytes(struct jsonw *w, uint64_t max_bytes)
{
    if (max_bytes)
        jsonw_member_u64(w, "max_bytes", max_bytes);
}

static enum err write_rows(const struct table_range *range, struct arena *a,
                           struct str *request, struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, REQUEST_MAX_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "op", "rows");
    jsonw_member_u64(&w, "row_start", range->start);
    jsonw_member_u64(&w, "row_count", range->count);
    write_max_bytes(&w, range->max_bytes);
    write_columns(&w, range->columns);
    jsonw_end_object(&w);
    rc = buf_dup(&b, a, request, e);
    buf_release(&b);
    return rc;
}

/* From the columns on, which come last: the same for all windows of them. */
static struct str columns_of(struct str request)
{
    return str_slice(request, str_find(request, STR("\"columns\":")),
                     request.n);
}

enum err table_read_rows(struct tables *t, const struct table_source *s,
                         const struct table_range *range, struct arena *a,
                         struct str *json, struct error *e)
{
    const struct table_range page = {.start = range->start,
                                     .count = ROW_PAGE_ROWS,
                                     .columns = range->columns,
                                     .max_bytes = ROW_PAGE_BYTES};
    struct call_rows rows = {
        .window = {range->start, range->count, range->max_bytes}};
    struct call c = {.first = s, .rows = &rows, .notes = {.list = "notes"}};
    enum err rc;

    if (range->start == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "row_start counts from 1, not 0");
    rc = write_rows(range, a, &c.request, e);
    if (!rc)
        rc = write_rows(&page, a, &rows.ahead, e);
    if (rc)
        return rc;
    rows.columns = columns_of(rows.ahead);
    return call_run(t, &c, a, json, e);
}

/* A query that is asked of the table for the first question, if there is one. */
struct first {
    struct tables *t;
    const struct call *c;
    const struct table_early *early;
    struct arena *a;
    struct str answer; /* n == 0: none was given */
};

/* What goes wrong here is the whole table's to say, or does not go wrong. */
static void ask_first(void *ctx, const char *database)
{
    struct first *f = ctx;
    struct worker_assignment as = {.mode = WORKER_QUERY,
                                   .memory_bytes = source_memory(f->c->first),
                                   .databases = {{.path = str_from(database)}}};
    struct worker_request r = {.payload = f->c->request, .fd = -1};
    struct error ignored;
    struct str json;

    r.wait = source_wait(f->t, f->c->first, TABLE_QUERY_MS);
    if (worker_pool_call(f->t->pool, &as, &r, f->a, &json, &ignored))
        return;
    f->answer = json;
    f->early->answer(f->early->ctx, json);
}

enum err table_query(struct tables *t, const struct table_source *s,
                     const struct table_window *window, struct arena *a,
                     struct str *json, struct error *e)
{
    struct first first = {.t = t, .early = &window->early, .a = a};
    const struct early early = {window->sql, ask_first, &first};
    struct table_source source = *s;
    struct call c = {.first = &source,
                     .also = window->also,
                     .answered = &first.answer,
                     .query = window,
                     .notes = {"notes", true, window->sql}};
    struct jsonw w;
    struct buf b;
    enum err rc;

    first.c = &c;
    if (window->early.answer && c.also.n == 0 && s->sheet.n == 0)
        source.early = &early;
    buf_init(&b, REQUEST_MAX_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "op", "query");
    jsonw_member_str(&w, "sql", window->sql);
    jsonw_member_u64(&w, "window_rows",
                     window->rows ? window->rows : TABLE_WINDOW_ROWS);
    jsonw_member_u64(&w, "window_offset", window->offset);
    write_max_bytes(&w, window->max_bytes);
    jsonw_end_object(&w);
    rc = ask(t, &c, &b, a, json, e);
    if (rc == ERR_INTERNAL)
        rc = error_set(
            e, ERR_VALIDATION_FAILED,
            "the table engine fails on this query: a function in it does not "
            "accept a value, such as an extreme number or an empty list; write "
            "it another way");
    if (!rc || first.answer.n == 0)
        return rc;
    log_warn("tables", "answered, but the table was not kept code=%s",
             err_name(rc));
    *json = first.answer;
    return OK;
}
