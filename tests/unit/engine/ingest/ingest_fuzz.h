/*
 * ingest_fuzz.h - loads a document with tables and checks what was made: a table at
 * least, and each has as many rows in the engine as the map says.
 */
#ifndef ENGINE_INGEST_INGEST_FUZZ_H
#define ENGINE_INGEST_INGEST_FUZZ_H

#include "base/json.h"
#include "engine/ingest/ingest.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* As fuzz_gate.c says; weak, as several targets are in one program of tests. */
__attribute__((weak)) const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:operator new\nleak:libduckdb.so";
}

#define BUDGET_BYTES ((size_t)256 << 20)
#define MAP_BYTES    ((size_t)16 << 20)
#define MAX_COUNTED  4 /* tables that are opened again */

static char folder[] = "/tmp/fuzz-office-XXXXXX";
static char database[sizeof(folder) + sizeof("/made")];

static void remove_folder(void)
{
    (void)unlink(database);
    (void)rmdir(folder);
}

static struct duck *open_engine(void)
{
    struct duck_options o = {(uint64_t)256 << 20, 1, NULL};
    struct duck *d = NULL;
    struct error e;

    BUG_ON(!mkdtemp(folder));
    (void)snprintf(database, sizeof(database), "%s/made", folder);
    (void)atexit(remove_folder);
    BUG_ON(duck_open(&o, &d, &e) != OK);
    return d;
}

/* ---- what was made ---- */

static uint64_t count_rows(struct duck *d, struct str table)
{
    struct duck_result *r = NULL;
    struct duck_chunk c;
    struct error e;
    struct buf sql;
    uint64_t n;

    buf_init(&sql, 1000);
    buf_printf(&sql, "SELECT count(*) FROM made.main.\"%.*s\"", STR_FMT(table));
    BUG_ON(duck_query(d, buf_str(&sql), &r, &e) != OK);
    BUG_ON(duck_result_next(r, &c, &e) != OK || c.rows != 1);
    n = (uint64_t)duck_int(&c.vectors[0], 0);
    duck_result_close(r);
    buf_release(&sql);
    return n;
}

/* Pages follow each other, and so do their rows. */
static void check_parts(const struct json *table, uint64_t rows)
{
    const struct json *parts = json_find(json_find(table, "fidelity"), "parts");
    uint64_t row = 1;

    for (const struct json *p = parts ? parts->first : NULL; p; p = p->next) {
        const uint64_t first = json_u64(json_find(p, "first_row"), UINT32_MAX);

        BUG_ON(first < row || first > rows + 1);
        row = first;
    }
}

static void check_made(struct duck *d, struct str map, struct arena *a)
{
    const struct json *tables;
    struct json *root = NULL;
    struct error e;
    size_t n = 0;

    BUG_ON(json_parse(map, &json_answer_limits, a, &root, &e) != OK);
    tables = json_find(root, "tables");
    BUG_ON(!tables || tables->count == 0);
    BUG_ON(duck_attach(d, database, "made", true, &e) != OK);
    for (const struct json *t = tables->first; t && n < MAX_COUNTED;
         t = t->next, n++) {
        const uint64_t rows = json_u64(json_find(t, "row_count"), UINT32_MAX);

        BUG_ON(count_rows(d, json_text(json_find(t, "name"))) != rows);
        check_parts(t, rows);
    }
    BUG_ON(duck_exec(d, "DETACH made", &e) != OK);
}

typedef enum err fuzzed_reader(struct duck *d, const struct ingest_request *r,
                               struct arena *a, struct jsonw *w,
                               struct error *e);

static void load(fuzzed_reader *read, struct duck *d, int fd)
{
    const struct ingest_request r = {
        .database = str_from(database), .fd = fd, .encoding = STR("utf-8")};
    struct arena a;
    struct buf map;
    struct jsonw w;
    struct error e;
    enum err rc;

    arena_init(&a, BUDGET_BYTES);
    buf_init(&map, MAP_BYTES);
    jsonw_init(&w, &map);
    rc = read(d, &r, &a, &w, &e);
    BUG_ON(rc != OK && rc != ERR_LIMIT && rc != ERR_FILE_READ_FAILED);
    if (rc == OK && !map.overflow)
        check_made(d, buf_str(&map), &a);
    buf_release(&map);
    arena_release(&a);
    (void)unlink(database);
}

#endif
