/* rows.c - a range of rowid, which DuckDB finds without reading what is
 * before it. */
#include "tabular/rows.h"

#include "tabular/window.h"

#include <inttypes.h>

#define SQL_MAX_BYTES ((size_t)16 * 1024 * 1024)

static const struct catalog_column *find_column(const struct catalog_table *t,
                                                struct str name)
{
    for (size_t i = 0; i < t->column_count; i++)
        if (str_eq_nocase(t->columns[i].name, name))
            return &t->columns[i];
    return NULL;
}

static enum err put_columns(struct buf *sql, const struct catalog_table *t,
                            const struct rows_request *r, struct error *e)
{
    for (size_t i = 0; i < r->n_columns; i++) {
        const struct catalog_column *c = find_column(t, r->columns[i]);

        if (!c)
            return error_set(e, ERR_VALIDATION_FAILED, "no column '%.*s'",
                             STR_FMT(str_slice(r->columns[i], 0, 60)));
        buf_puts(sql, i ? ", " : "");
        duck_quote(sql, c->name);
    }
    if (r->n_columns == 0)
        buf_puts(sql, "*");
    return OK;
}

static enum err make_sql(const struct catalog_table *t,
                         const struct rows_request *r, struct buf *sql,
                         struct error *e)
{
    uint64_t from = r->row_start - 1;
    uint64_t to = from < t->rows ? from : t->rows;
    struct str done;

    to += r->row_count < t->rows - to ? r->row_count : t->rows - to;
    buf_puts(sql, "SELECT ");
    if (put_columns(sql, t, r, e))
        return e->code;
    buf_printf(sql,
               " FROM %.*s WHERE rowid >= %" PRIu64 " AND rowid < %" PRIu64,
               STR_FMT(t->source), from, to);
    return buf_finish(sql, &done, e);
}

static void write_numbers(const struct catalog_table *t,
                          const struct rows_request *r,
                          const struct window *win, struct jsonw *w)
{
    uint64_t end = r->row_start - 1 + win->shown;

    jsonw_key(w, "row_start");
    jsonw_u64(w, r->row_start);
    jsonw_key(w, "row_count");
    jsonw_u64(w, win->shown);
    jsonw_key(w, "total_rows");
    jsonw_u64(w, t->rows);
    jsonw_key(w, "has_more");
    jsonw_bool(w, end < t->rows);
    jsonw_key(w, "cut_by_budget");
    jsonw_bool(w, win->cut);
}

enum err rows_run(struct duck *d, const struct catalog *c,
                  const struct rows_request *r, struct arena *a,
                  struct jsonw *w, struct error *e)
{
    const struct catalog_table *t = &c->tables[0];
    struct window win = {.rows = r->row_count};
    struct duck_result *result = NULL;
    struct buf sql;
    enum err rc;

    (void)a;
    if (r->row_start == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "row_start counts from 1, not 0");
    buf_init(&sql, SQL_MAX_BYTES);
    rc = make_sql(t, r, &sql, e);
    if (!rc)
        rc = duck_use_threads(d, 1, e);
    if (!rc)
        rc = duck_query(d, buf_str(&sql), &result, e);
    jsonw_begin_object(w);
    if (!rc)
        rc = window_write(result, &win, w, e);
    duck_result_close(result);
    if (!rc)
        write_numbers(t, r, &win, w);
    jsonw_end_object(w);
    buf_release(&sql);
    return rc;
}
