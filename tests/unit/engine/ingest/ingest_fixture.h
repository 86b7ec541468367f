/* ingest_fixture.h - one engine, one source and the table made from it. */
#ifndef ENGINE_INGEST_INGEST_FIXTURE_H
#define ENGINE_INGEST_INGEST_FIXTURE_H

#include "base/json.h"
#include "engine/duck/value.h"
#include "engine/ingest/ingest.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT_MAX ((size_t)64 << 20)

/* One engine, one folder with a source and the file made from it. */
struct fixture {
    struct duck *duck;
    struct arena arena;
    struct buf source; /* what is written to the source */
    struct buf map;
    struct buf rows; /* the table, a JSON array a line */
    char dir[64];
    char database[96];
    char file[96];
    struct ingest_request request;
    struct error e;
};

static inline int open_fixture(void **state)
{
    static struct fixture f;
    struct duck_options o = {.threads = 1};

    f = (struct fixture){.dir = "/tmp/ingest-XXXXXX"};
    if (!mkdtemp(f.dir) || duck_open(&o, &f.duck, &f.e) != OK)
        return -1;
    (void)snprintf(f.database, sizeof(f.database), "%s/it's new.duckdb", f.dir);
    (void)snprintf(f.file, sizeof(f.file), "%s/source", f.dir);
    f.request = (struct ingest_request){.database = str_from(f.database)};
    arena_init(&f.arena, TEXT_MAX);
    buf_init(&f.source, TEXT_MAX);
    buf_init(&f.map, TEXT_MAX);
    buf_init(&f.rows, TEXT_MAX);
    *state = &f;
    return 0;
}

static inline int close_fixture(void **state)
{
    struct fixture *f = *state;

    duck_close(f->duck);
    arena_release(&f->arena);
    buf_release(&f->source);
    buf_release(&f->map);
    buf_release(&f->rows);
    (void)unlink(f->database);
    (void)unlink(f->file);
    return rmdir(f->dir); /* fails where a log was left */
}

static inline void write_source(const struct fixture *f)
{
    int fd = open(f->file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, f->source.p, f->source.n), f->source.n);
    (void)close(fd);
}

/* Ingest the file at `path` with f->request. */
static inline enum err run_file(struct fixture *f, const char *path)
{
    struct jsonw w;
    enum err rc;

    (void)unlink(f->database);
    f->request.fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(f->request.fd >= 0);
    f->e = (struct error){0};
    buf_reset(&f->map);
    jsonw_init(&w, &f->map);
    rc = ingest_run(f->duck, &f->request, &f->arena, &w, &f->e);
    (void)close(f->request.fd);
    return rc;
}

/* Ingest f->source. */
static inline enum err run(struct fixture *f)
{
    write_source(f);
    return run_file(f, f->file);
}

static inline enum err run_bytes(struct fixture *f, struct str bytes)
{
    buf_reset(&f->source);
    buf_put_str(&f->source, bytes);
    return run(f);
}

/* A query over the table, opened read-only, into f->rows. */
static inline void query(struct fixture *f, const char *sql)
{
    struct duck_result *r = NULL;
    struct duck_chunk c;
    struct jsonw w;

    buf_reset(&f->rows);
    assert_int_equal(duck_attach(f->duck, f->database, "made", true, &f->e),
                     OK);
    if (duck_query(f->duck, str_from(sql), &r, &f->e))
        fail_msg("%s", f->e.msg);
    for (;;) {
        assert_int_equal(duck_result_next(r, &c, &f->e), OK);
        if (c.rows == 0)
            break;
        for (size_t i = 0; i < c.rows; i++) {
            jsonw_init(&w, &f->rows);
            jsonw_begin_array(&w);
            for (size_t k = 0; k < c.columns; k++)
                value_json(&w, &c.vectors[k], i);
            jsonw_end_array(&w);
        }
    }
    duck_result_close(r);
    assert_int_equal(duck_exec(f->duck, "DETACH made", &f->e), OK);
}

static inline void check_query(struct fixture *f, const char *sql,
                               const char *want)
{
    query(f, sql);
    if (!str_is(buf_str(&f->rows), want))
        fail_msg("%s gives %s", sql, f->rows.p);
}

/* The bytes become these rows, in this order. */
static inline void check_rows(struct fixture *f, struct str bytes,
                              const char *want)
{
    if (run_bytes(f, bytes))
        fail_msg("%s", f->e.msg);
    check_query(f, "FROM made.main.data", want);
}

static inline void check_map_has(const struct fixture *f, const char *part)
{
    if (!strstr(f->map.p, part))
        fail_msg("no %s in %s", part, f->map.p);
}

static inline void check_refused(struct fixture *f, struct str bytes,
                                 enum err code, struct srcpos pos)
{
    assert_int_equal(run_bytes(f, bytes), code);
    assert_int_equal(f->e.code, code);
    if (f->e.pos.line != pos.line || f->e.pos.column != pos.column ||
        f->e.pos.offset != pos.offset)
        fail_msg("'%s' at %d:%d, byte %d", f->e.msg, (int)f->e.pos.line,
                 (int)f->e.pos.column, (int)f->e.pos.offset);
}

#endif
