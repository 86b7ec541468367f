#include "base/jsonw.h"
#include "tables/tables_internal.h"

/* SQL over this size is refused by the gate anyway; a request is JSON. */
#define REQUEST_MAX_BYTES ((size_t)8 * 1024 * 1024)

#define DEFAULT_WINDOW_ROWS 100

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

enum err table_read_rows(struct tables *t, const struct table_source *s,
                         const struct table_range *range, struct arena *a,
                         struct str *json, struct error *e)
{
    struct call c = {.first = s};
    struct jsonw w;
    struct buf b;

    if (range->start == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "row_start counts from 1, not 0");
    buf_init(&b, REQUEST_MAX_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_key(&w, "op");
    jsonw_cstr(&w, "rows");
    jsonw_key(&w, "row_start");
    jsonw_u64(&w, range->start);
    jsonw_key(&w, "row_count");
    jsonw_u64(&w, range->count);
    write_columns(&w, range->columns);
    call_write_tables(&c, &w);
    jsonw_end_object(&w);
    return ask(t, &c, &b, a, json, e);
}

enum err table_query(struct tables *t, const struct table_source *s,
                     const struct table_window *window, struct arena *a,
                     struct str *json, struct error *e)
{
    struct call c = {.first = s, .also = window->also};
    struct jsonw w;
    struct buf b;

    buf_init(&b, REQUEST_MAX_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_key(&w, "op");
    jsonw_cstr(&w, "query");
    jsonw_key(&w, "sql");
    jsonw_str(&w, window->sql);
    jsonw_key(&w, "window_rows");
    jsonw_u64(&w, window->rows ? window->rows : DEFAULT_WINDOW_ROWS);
    jsonw_key(&w, "window_offset");
    jsonw_u64(&w, window->offset);
    call_write_tables(&c, &w);
    jsonw_end_object(&w);
    return ask(t, &c, &b, a, json, e);
}
