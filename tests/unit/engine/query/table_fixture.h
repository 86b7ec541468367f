/*
 * table_fixture.h - a database file made by SQL, opened as a query worker
 * opens it: read-only, after its catalog, locked, two threads.
 */
#ifndef ENGINE_QUERY_TABLE_FIXTURE_H
#define ENGINE_QUERY_TABLE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/query/catalog.h"

#include "base/fs.h"
#include "base/jsonw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANSWER_MAX_BYTES ((size_t)64 << 20)

static char folder[64]; /* of this test alone */
static char path[96];   /* of the database file in it */
static struct arena arena;
static struct duck *duck;
static struct catalog *catalog;
static struct buf answer; /* the last answer, NUL-terminated */
static struct error err;

static inline int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)256 << 20);
    buf_init(&answer, ANSWER_MAX_BYTES);
    err = (struct error){0};
    duck = NULL;
    catalog = NULL;
    (void)strncpy(folder, "/tmp/quarry-test-XXXXXX", sizeof(folder) - 1);
    if (!mkdtemp(folder))
        return -1;
    (void)snprintf(path, sizeof(path), "%s/t.duckdb", folder);
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    duck_close(duck);
    buf_release(&answer);
    arena_release(&arena);
    return fs_remove_tree(folder, "test folder", &err) == OK ? 0 : -1;
}

/* The engine that makes files, one for all tests of the program: under sanitizers
 * starting one takes a tenth of a second of the processor. */
static struct duck *maker;

static inline void close_maker(void)
{
    duck_close(maker);
}

/* Make the file: the SQL names its tables src.<name>. */
static inline void make_file(const char *sql)
{
    if (!maker) {
        assert_int_equal(duck_open(&(struct duck_options){0}, &maker, &err),
                         OK);
        assert_int_equal(atexit(close_maker), 0);
    }
    assert_int_equal(duck_attach(maker, path, "src", false, &err), OK);
    if (duck_exec(maker, sql, &err) != OK)
        fail_msg("%s: %s", sql, err.msg);
    assert_int_equal(duck_exec(maker, "DETACH src", &err), OK);
}

/* Open what is there, as far as that goes. */
static inline enum err open_file(void)
{
    struct duck_options o = {.memory_bytes = 256u << 20, .threads = 2};

    assert_int_equal(duck_open(&o, &duck, &err), OK);
    return catalog_open(duck, &(struct catalog_source){.database = path}, 1,
                        &arena, &catalog, &err);
}

static inline void make_and_open(const char *sql)
{
    make_file(sql);
    if (open_file() != OK)
        fail_msg("%s", err.msg);
    assert_int_equal(duck_lock(duck, &err), OK);
}

/* A writer of an empty answer. */
static inline struct jsonw *begin_answer(void)
{
    static struct jsonw w;

    buf_reset(&answer);
    jsonw_init(&w, &answer);
    return &w;
}

static inline void assert_answer(const char *text)
{
    assert_string_equal(answer.p, text);
}

/* The answer holds this text. */
static inline void assert_holds(const char *text)
{
    if (!strstr(answer.p, text))
        fail_msg("no %s in %.2000s", text, answer.p);
}

static inline void assert_lacks(const char *text)
{
    if (strstr(answer.p, text))
        fail_msg("%s in %.2000s", text, answer.p);
}

#endif
