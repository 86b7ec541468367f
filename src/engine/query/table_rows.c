/*
 * table_rows.c - a range of rowid.
 *
 * The statement names the blocks of BLOCK_ROWS rows that hold the range, which
 * DuckDB goes to directly, and DUCK_ROW_IN_RANGE picks the rows there. So a
 * reader who pages through a table runs one statement for some hundred pages
 * (duck_query_kept()). DuckDB still numbers the rows before the blocks, 2,048
 * at a time, without reading their columns.
 */
#include "engine/query/table_rows.h"

#include "base/text/distance.h"
#include "base/text/fold.h"
#include "engine/query/result_window.h"

#include <inttypes.h>

#define BLOCK_ROWS      16384u /* eight of DuckDB's vectors */
#define SQL_MAX_BYTES   ((size_t)16 * 1024 * 1024)
#define SHOWN_BYTES     60u /* of a name in a message */
#define SHOWN_NAMES     4u
#define NEAREST_LOOK_AT 2000u /* columns; a proposal is not worth more */

static const struct catalog_column *find_column(const struct catalog_table *t,
                                                struct str name)
{
    for (size_t i = 0; i < t->column_count; i++)
        if (str_eq_nocase(t->columns[i].name, name))
            return &t->columns[i];
    return NULL;
}

/* The name that was most likely meant, or NULL. Without memory: NULL. */
static const struct catalog_column *find_nearest(const struct catalog_table *t,
                                                 struct str asked,
                                                 struct arena *a)
{
    const struct catalog_column *best = NULL;
    struct error ignored;
    unsigned near;

    if (text_fold(asked, a, &asked, &ignored))
        return NULL;
    near = text_near_limit(asked);
    for (size_t i = 0; i < t->column_count && i < NEAREST_LOOK_AT; i++) {
        struct str name;
        unsigned d;

        if (text_fold(t->columns[i].name, a, &name, &ignored))
            return NULL;
        d = text_nearness(asked, name, near);
        if (d < near) {
            near = d;
            best = &t->columns[i];
        }
    }
    return best;
}

/* "no column 'x'; the nearest is 'y'", or which there are. */
static enum err unknown_column(const struct catalog_table *t, struct str asked,
                               struct arena *a, struct error *e)
{
    const struct catalog_column *near = find_nearest(t, asked, a);
    struct buf text;

    buf_init(&text, sizeof(e->msg));
    if (near) {
        buf_printf(&text, "the nearest is '%.*s'",
                   STR_FMT(str_slice(near->name, 0, SHOWN_BYTES)));
    } else {
        buf_puts(&text, "there are");
        for (size_t i = 0; i < t->column_count && i < SHOWN_NAMES; i++)
            buf_printf(&text, "%s '%.*s'", i ? "," : "",
                       STR_FMT(str_slice(t->columns[i].name, 0, SHOWN_BYTES)));
        if (t->column_count > SHOWN_NAMES)
            buf_printf(&text, " and %zu more", t->column_count - SHOWN_NAMES);
    }
    (void)error_set(e, ERR_VALIDATION_FAILED, "no column '%.*s'; %.*s",
                    STR_FMT(str_slice(asked, 0, SHOWN_BYTES)),
                    STR_FMT(buf_str(&text)));
    buf_release(&text);
    return e->code;
}

static enum err put_columns(struct buf *sql, const struct catalog_table *t,
                            const struct rows_request *r, struct arena *a,
                            struct error *e)
{
    for (size_t i = 0; i < r->n_columns; i++) {
        const struct catalog_column *c = find_column(t, r->columns[i]);

        if (!c)
            return unknown_column(t, r->columns[i], a, e);
        buf_puts(sql, i ? ", " : "");
        duck_quote(sql, c->name);
    }
    if (r->n_columns == 0)
        buf_puts(sql, "*");
    return OK;
}

/* Rows by rowid: `from` to before `to`. */
struct range {
    uint64_t from, to;
};

static struct range range_of(const struct catalog_table *t,
                             const struct rows_request *r)
{
    uint64_t from = r->row_start - 1 < t->rows ? r->row_start - 1 : t->rows;
    uint64_t n = r->row_count < t->rows - from ? r->row_count : t->rows - from;

    return (struct range){from, from + n};
}

/* The blocks that hold the range. The LIMIT lets DuckDB stop at its last row;
 * it is the same for all full windows. */
static enum err make_sql(const struct catalog_table *t,
                         const struct rows_request *r, struct range range,
                         struct arena *a, struct buf *sql, struct error *e)
{
    struct str done;

    buf_puts(sql, "SELECT ");
    if (put_columns(sql, t, r, a, e))
        return e->code;
    buf_printf(sql,
               " FROM %.*s WHERE rowid >= %" PRIu64 " AND rowid < %" PRIu64
               " AND " DUCK_ROW_IN_RANGE "(rowid) LIMIT %" PRIu64,
               STR_FMT(t->source), range.from / BLOCK_ROWS * BLOCK_ROWS,
               (range.to + BLOCK_ROWS - 1) / BLOCK_ROWS * BLOCK_ROWS,
               r->row_count < t->rows ? r->row_count : t->rows);
    return buf_finish(sql, &done, e);
}

static enum err run(struct duck *d, const struct catalog_table *t,
                    const struct rows_request *r, struct arena *a,
                    struct duck_result **result, struct error *e)
{
    const struct range range = range_of(t, r);
    struct buf sql;
    enum err rc;

    buf_init(&sql, SQL_MAX_BYTES);
    rc = make_sql(t, r, range, a, &sql, e);
    if (!rc)
        rc = duck_use_threads(d, 1, e);
    duck_set_row_range(d, range.from, range.to);
    if (!rc)
        rc = duck_query_kept(d, buf_str(&sql), result, e);
    buf_release(&sql);
    return rc;
}

static void write_numbers(const struct catalog_table *t,
                          const struct rows_request *r,
                          const struct window *win, struct jsonw *w)
{
    uint64_t from = r->row_start - 1;

    jsonw_member_u64(w, "row_start", r->row_start);
    jsonw_member_u64(w, "row_count", win->shown);
    jsonw_member_u64(w, "total_rows", t->rows);
    jsonw_member_bool(w, "has_more",
                      from < t->rows && win->shown < t->rows - from);
    jsonw_member_bool(w, "cut_by_budget", win->cut);
}

enum err rows_run(struct duck *d, const struct catalog *c,
                  const struct rows_request *r, struct arena *a,
                  struct jsonw *w, struct error *e)
{
    const struct catalog_table *t = c->data;
    struct window win = {.rows = r->row_count,
                         .max_bytes = (size_t)r->max_bytes};
    struct duck_result *result = NULL;
    enum err rc;

    if (r->row_start == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "row_start counts from 1, not 0");
    rc = run(d, t, r, a, &result, e);
    jsonw_begin_object(w);
    if (!rc)
        rc = window_write(result, &win, w, e);
    duck_result_close(result);
    if (!rc)
        write_numbers(t, r, &win, w);
    jsonw_end_object(w);
    return rc;
}
