/*
 * bench_query.c - a warm table_query against the same query through DuckDB's
 * C API in this process.
 *
 *     bench_query FILE.csv HOME WORKER RUNS
 *
 * Quarry's side is all of it: the path is resolved, the file looked at, the
 * cache asked, the request written, sent to the worker, gated, run, written
 * as JSON, checked and handed over. The peer's side runs the query and fetches
 * its rows, without making text of them. The two take turns, so that what
 * disturbs the machine disturbs both.
 */
#include "peer.h"
#include "samples.h"

#include "base/clock.h"
#include "base/json.h"
#include "tables/tables.h"

#include <stdlib.h>

#define WARM_UP_RUNS 20
#define ARENA_BYTES  ((size_t)256 * 1024 * 1024)

static const struct query {
    const char *names[2]; /* of the report: quarry's and the peer's */
    const char *sql;
} queries[] = {
    {{"count", "count_peer"}, "SELECT count(*) AS n FROM data"},
    {{"group", "group_peer"},
     "SELECT country, category, count(*) AS n, sum(sales) AS s FROM data "
     "GROUP BY ALL ORDER BY s DESC, country, category LIMIT 10"},
    {{"rows", "rows_peer"},
     "SELECT order_id, customer, city, units, sales FROM data "
     "WHERE units >= 10 ORDER BY order_id LIMIT 100"},
};

static struct samples samples[2];

static uint64_t total_rows(struct str answer, struct arena *a)
{
    struct json *root = NULL;
    struct error e = {0};
    uint64_t n = 0;

    if (json_parse(answer, &json_default_limits, a, &root, &e) ||
        json_read_u64(json_find(root, "total_row_count"), "total_row_count",
                      UINT64_MAX, &n, &e))
        samples_give_up("the answer", e.msg);
    return n;
}

/* One call as a caller makes it; how many rows it found is read untimed. */
static uint64_t run_quarry(struct tables *t, const char *csv, const char *sql,
                           uint64_t *rows)
{
    const struct table_source source = {.path = str_from(csv)};
    const struct table_window window = {.sql = str_from(sql)};
    struct error e = {0};
    struct arena a;
    struct str json;
    uint64_t start = clock_ns();
    uint64_t took;

    arena_init(&a, ARENA_BYTES);
    if (table_query(t, &source, &window, &a, &json, &e))
        samples_give_up("table_query", e.msg);
    took = clock_ns() - start;
    if (rows)
        *rows = total_rows(json, &a);
    arena_release(&a);
    return took;
}

static uint64_t run_peer(struct peer *p, const char *sql, uint64_t *rows)
{
    uint64_t start = clock_ns();
    uint64_t n = peer_query(p, sql);
    uint64_t took = clock_ns() - start;

    if (rows)
        *rows = n;
    return took;
}

static void measure(struct tables *t, struct peer *p, const char *csv,
                    const struct query *q, size_t runs)
{
    uint64_t ours = 0;
    uint64_t theirs = 0;

    for (size_t i = 0; i < WARM_UP_RUNS; i++) {
        (void)run_quarry(t, csv, q->sql, &ours);
        (void)run_peer(p, q->sql, &theirs);
    }
    if (ours != theirs)
        samples_give_up(q->names[0], "the two answers differ");
    for (int side = 0; side < 2; side++)
        samples[side] = (struct samples){.name = q->names[side]};
    for (size_t i = 0; i < runs; i++) {
        samples_add(&samples[0], run_quarry(t, csv, q->sql, NULL));
        samples_add(&samples[1], run_peer(p, q->sql, NULL));
    }
    samples_print(&samples[0]);
    samples_print(&samples[1]);
}

int main(int argc, char **argv)
{
    struct tables_options o = {0};
    struct tables *t = NULL;
    struct error e = {0};
    struct peer *p;
    size_t runs;

    if (argc != 5)
        samples_give_up("usage", "bench_query FILE.csv HOME WORKER RUNS");
    o.home = str_from(argv[2]);
    o.worker_path = str_from(argv[3]);
    runs = strtoul(argv[4], NULL, 10);
    if (tables_new(&o, &t, &e))
        samples_give_up("tables_new", e.msg);
    p = peer_open(argv[1], NULL);
    for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); i++)
        measure(t, p, argv[1], &queries[i], runs);
    peer_close(p);
    tables_free(t);
    return 0;
}
