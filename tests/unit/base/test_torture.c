/*
 * What of base/ takes memory or writes, with each step failing once:
 * torture.h says what must hold.
 */
#include "fs_fixture.h"
#include "torture.h"

#include "base/json.h"
#include "base/mem.h"

#include <stdio.h>
#include <sys/stat.h>

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

static enum err json_job(void *ctx, struct arena *a, struct error *e)
{
    struct str text;
    struct str again = {0};
    struct buf b;
    enum err rc = read_and_write(STR(doc), &again, a, e);

    (void)ctx;
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

static enum err str_job(void *ctx, struct arena *a, struct error *e)
{
    struct str s;
    enum err rc = str_printf(a, &s, e, "%060000d", 7);
    const char *copy = NULL;

    (void)ctx;
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

static enum err mem_job(void *ctx, struct arena *a, struct error *e)
{
    char *p = mem_new(100, e);

    (void)ctx;
    (void)a;
    if (!p)
        return e->code;
    assert_int_equal(p[99], 0);
    mem_free(p);
    return OK;
}

/* Whole trees of names, and what is in one of the files. */
static enum err list_job(void *ctx, struct arena *a, struct error *e)
{
    struct str *list = NULL;
    struct str text;
    size_t n = 0;
    enum err rc = fs_list_tree(folder, "folder", a, &list, &n, e);

    if (rc == OK)
        assert_int_equal(n, 3);
    if (rc == OK)
        rc = fs_read_file(ctx, "f", 100, a, &text, e);
    if (rc == OK)
        assert_string_equal(text.p, "old");
    return rc;
}

/* The file has the old text or the new one, and nothing lies beside it; only
 * when the folder's fsync failed, which is the last step, is it the new one
 * after an error. */
static enum err write_job(void *ctx, struct arena *a, struct error *e)
{
    unsigned *n = ctx;
    char before[16];
    char now[16];
    struct str text = {0};
    enum err rc;

    (void)snprintf(before, sizeof(before), "%u", *n);
    (void)snprintf(now, sizeof(now), "%u", *n + 1);
    rc = fs_write_atomic(in("f"), "f", str_from(now), true, e);
    if (rc != OK)
        assert_string_equal(e->msg, "cannot write 'f': input/output error");
    assert_int_equal(entries(folder), 1);
    assert_int_equal(fs_read_file(in("f"), "f", 100, a, &text, &err), OK);
    assert_true(str_is(text, now) || (rc != OK && str_is(text, before)));
    *n += str_is(text, now);
    return rc;
}

static void json_survives_every_failed_allocation(void **state)
{
    (void)state;
    assert_in_range(torture(FAULT_MEMORY, json_job, NULL), 10, 1000);
    assert_in_range(torture(FAULT_ARENA, json_job, NULL), 10, 1000);
}

static void strings_survive_every_failed_allocation(void **state)
{
    (void)state;
    assert_in_range(torture(FAULT_MEMORY, str_job, NULL), 2, 10);
    assert_in_range(torture(FAULT_ARENA, str_job, NULL), 2, 10);
}

static void an_object_survives_a_failed_allocation(void **state)
{
    (void)state;
    assert_int_equal(torture(FAULT_MEMORY, mem_job, NULL), 1);
}

static void listing_and_reading_survive_every_failed_allocation(void **state)
{
    (void)state;
    assert_int_equal(mkdir(in("sub"), 0700), 0);
    write_file("f", "old");
    write_file("g", "");
    write_file("sub/h", "");
    (void)torture(FAULT_ARENA, list_job, in("f"));
}

static void writing_a_file_survives_every_failed_step(void **state)
{
    unsigned n = 0;

    (void)state;
    write_file("f", "0");
    assert_int_equal(torture(FAULT_DISK, write_job, &n), 4);
    assert_int_equal(n, 3); /* the first, the last, and the folder's fsync */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(json_survives_every_failed_allocation),
        FS_TEST(strings_survive_every_failed_allocation),
        FS_TEST(an_object_survives_a_failed_allocation),
        FS_TEST(listing_and_reading_survive_every_failed_allocation),
        FS_TEST(writing_a_file_survives_every_failed_step),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
