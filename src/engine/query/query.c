/* query.c - gate, threads, pass, and the notes of what a reader must know. */
#include "engine/query/query.h"

#include "base/clock.h"
#include "engine/query/result_window.h"
#include "engine/sql_gate/gate_cache.h"

#include <limits.h>

#define ROW_GROUP_ROWS 122880u /* DuckDB's */

/* One statement under way. */
struct run {
    struct duck *d;
    const struct catalog *c;
    const struct query_request *q;
    struct gate_verdict verdict;
    struct window win;
    uint64_t began_ns;
};

static enum err check(struct run *u, struct gate_cache *gc, struct error *e)
{
    return gate_cache_check(gc, &u->c->gate, u->d, u->q->sql, &u->verdict, e);
}

/* A file of one row group gains nothing from threads, and a change costs more
 * than most queries over it. */
static enum err set_threads(const struct run *u, struct error *e)
{
    uint64_t rows = catalog_rows(u->c, UINT64_MAX);
    bool one =
        rows <= ROW_GROUP_ROWS || gate_needs_one_thread(&u->verdict.facts);

    return duck_use_threads(u->d, one ? 1 : UINT_MAX, e);
}

/* What a clock or chance gives is decided when a statement is planned. */
static enum err run(const struct run *u, struct duck_result **r,
                    struct error *e)
{
    const struct gate_facts *f = &u->verdict.facts;

    return f->clock || f->random || f->samples
               ? duck_query(u->d, u->q->sql, r, e)
               : duck_query_kept(u->d, u->q->sql, r, e);
}

/* DESCRIBE reads the schema only. */
static uint64_t rows_scanned(const struct run *u)
{
    const struct gate_facts *f = &u->verdict.facts;

    return f->describes && !f->aggregates ? 0 : catalog_rows(u->c, f->tables);
}

static void write_numbers(const struct run *u, struct jsonw *w)
{
    uint64_t took_us = (clock_ns() - u->began_ns) / 1000;

    jsonw_member_u64(w, "row_count", u->win.shown);
    jsonw_member_u64(w, "total_row_count", u->win.total);
    jsonw_member_u64(w, "window_rows", u->win.rows);
    jsonw_member_u64(w, "window_offset", u->win.offset);
    jsonw_member_bool(w, "has_more", window_has_more(&u->win));
    jsonw_member_double(w, "query_elapsed_ms", (double)took_us / 1000.0);
    jsonw_member_bool(w, "cut_by_budget", u->win.cut);
    jsonw_member_u64(w, "rows_scanned", rows_scanned(u));
    if (u->verdict.facts.clock)
        jsonw_member_bool(w, "depends_on_time", true);
}

static void note(struct jsonw *w, bool when, const char *text)
{
    if (when)
        jsonw_cstr(w, text);
}

static void write_notes(const struct run *u, struct jsonw *w)
{
    const struct gate_facts *f = &u->verdict.facts;

    jsonw_key(w, "notes");
    jsonw_begin_array(w);
    note(w, f->limit && !f->order_by && !f->one_row,
         "LIMIT without ORDER BY keeps rows in the order of the file; that is "
         "no ranking");
    note(w, f->limit && f->order_by && !f->order_by_all,
         "LIMIT may have cut rows that tie with the last one; order by more "
         "columns, or use rank() to see ties");
    note(w, f->inner_limit,
         "an inner LIMIT or DISTINCT ON picks rows; where they tie, the order "
         "of the file decided");
    note(
        w, f->samples,
        "TABLESAMPLE: the result stands on part of the rows; a percentage "
        "takes or leaves blocks of 2,048, and only with bernoulli single rows");
    note(w, f->random, "random values or rows: the next run gives others");
    note(w, f->clock, "the result depends on when it runs");
    note(w, u->win.cut,
         "the window was cut: more would not fit in a response; read on from "
         "window_offset + row_count, or select fewer columns");
    jsonw_end_array(w);
}

enum err query_run(struct duck *d, const struct catalog *c,
                   struct gate_cache *gc, const struct query_request *q,
                   struct jsonw *w, struct error *e)
{
    struct run u = {.d = d, .c = c, .q = q, .began_ns = clock_ns()};
    struct duck_result *r = NULL;
    enum err rc = check(&u, gc, e);

    u.win.rows = q->window_rows;
    u.win.max_bytes = (size_t)q->max_bytes;
    u.win.offset = q->window_offset;
    if (!rc)
        rc = set_threads(&u, e);
    if (!rc)
        rc = run(&u, &r, e);
    jsonw_begin_object(w);
    if (!rc)
        rc = window_write(r, &u.win, w, e);
    duck_result_close(r);
    if (!rc) {
        write_numbers(&u, w);
        write_notes(&u, w);
    }
    jsonw_end_object(w);
    return rc;
}
