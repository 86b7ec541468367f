/*
 * Everything of base/ that takes memory or writes, again and again, with the
 * first, then the second, then the third ... allocation or write failing,
 * until a run needs no more. Each failed run must end in a typed error, leak
 * nothing (the sanitizer looks) and leave what was there before as it was.
 */
#include "fs_fixture.h"

#include "base/json.h"
#include "base/mem.h"

#include <stdio.h>

#ifdef QUARRY_TORTURE

#define MOST_RUNS 10000 /* a run that never passes is a bug, not a loop */

static const char doc[] =
    "{\"a\":[1,2.5,\"x\\u0001y\",{\"b\":null}],\"k1\":1,\"k2\":2,\"k3\":3,"
    "\"k4\":4,\"k5\":5,\"k6\":6,\"k7\":7,\"k8\":8,\"k9\":9,\"k10\":[[],{}]}";

/* Many keys: the table of keys has to grow more than once. */
static enum err large_object(struct buf *b, struct str *text, struct error *e)
{
    buf_put_char(b, '{');
    for (int i = 0; i < 300; i++)
        buf_printf(b, "%s\"key %d\":%d", i ? "," : "", i, i);
    buf_put_char(b, '}');
    return buf_finish(b, text, e);
}

static enum err read_and_write(struct str text, struct str *again,
                               struct arena *a, struct error *e)
{
    struct json *root = NULL;
    struct buf out;
    struct str s;
    struct jsonw w;
    enum err rc = json_parse(text, &json_default_limits, a, &root, e);

    if (rc != OK)
        return rc;
    buf_init(&out, 1 << 20);
    jsonw_init(&w, &out);
    json_write(root, &w);
    rc = buf_finish(&out, &s, e);
    if (rc == OK)
        rc = str_dup(s, a, again, e);
    buf_release(&out);
    return rc;
}

static enum err json_job(struct arena *a, struct error *e)
{
    struct str text;
    struct str again = {0};
    struct buf b;
    enum err rc = read_and_write(STR(doc), &again, a, e);

    if (rc == OK)
        assert_string_equal(again.p, doc);
    if (rc != OK)
        return rc;
    buf_init(&b, 1 << 20);
    rc = large_object(&b, &text, e);
    if (rc == OK)
        rc = read_and_write(text, &again, a, e);
    if (rc == OK)
        assert_true(str_eq(text, again));
    buf_release(&b);
    return rc;
}

static enum err str_job(struct arena *a, struct error *e)
{
    struct str s;
    enum err rc = str_printf(a, &s, e, "%060000d", 7);
    const char *copy = NULL;

    if (rc == OK)
        rc = str_dup(s, a, &s, e);
    if (rc == OK) {
        copy = str_cstr(s, a, e);
        rc = copy ? OK : e->code;
    }
    if (copy)
        assert_int_equal(strlen(copy), 60000);
    return rc;
}

static enum err mem_job(struct arena *a, struct error *e)
{
    char *p = mem_new(100, e);

    (void)a;
    if (!p)
        return e->code;
    assert_int_equal(p[99], 0);
    mem_free(p);
    return OK;
}

typedef enum err job(struct arena *a, struct error *e);

/* Returns how many allocations the job takes. */
static unsigned torture_memory(job *run)
{
    for (unsigned n = 1; n < MOST_RUNS; n++) {
        struct error e = {0};
        struct arena a;
        enum err rc;

        arena_init(&a, 64 << 20);
        mem_fail_at(n);
        rc = run(&a, &e);
        mem_fail_at(0);
        arena_release(&a);
        if (rc == OK)
            return n - 1;
        assert_int_equal(rc, ERR_LIMIT);
        assert_int_equal(e.code, ERR_LIMIT);
        assert_true(strlen(e.msg) > 0);
    }
    fail_msg("never passes");
    return 0;
}

static void json_survives_every_failed_allocation(void **state)
{
    (void)state;
    assert_in_range(torture_memory(json_job), 10, 1000);
}

static void strings_survive_every_failed_allocation(void **state)
{
    (void)state;
    assert_in_range(torture_memory(str_job), 2, 10);
}

static void an_object_survives_a_failed_allocation(void **state)
{
    (void)state;
    assert_int_equal(torture_memory(mem_job), 1);
}

static void writing_a_file_survives_every_failed_step(void **state)
{
    unsigned n;
    enum err rc = ERR_INTERNAL;

    (void)state;
    write_file("f", "old");
    for (n = 1; rc != OK && n < MOST_RUNS; n++) {
        fs_fail_at(n);
        rc = fs_write_atomic(in("f"), "f", STR("new"), true, &err);
        fs_fail_at(0);
        assert_int_equal(entries(folder), 1);
        if (rc == OK)
            break;
        assert_int_equal(rc, ERR_FILE_WRITE_FAILED);
        assert_string_equal(err.msg, "cannot write 'f': input/output error");
        if (n < 4) /* the fourth is the folder's fsync, after the rename */
            assert_holds("f", "old");
    }
    assert_int_equal(n, 5); /* write, fsync, rename, fsync of the folder */
    assert_holds("f", "new");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(json_survives_every_failed_allocation),
        FS_TEST(strings_survive_every_failed_allocation),
        FS_TEST(an_object_survives_a_failed_allocation),
        FS_TEST(writing_a_file_survives_every_failed_step),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    (void)printf("skipped: built without QUARRY_TORTURE\n");
    return 77;
}

#endif
