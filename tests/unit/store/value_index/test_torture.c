/* A file of values made, opened and searched while memory or the disk fails:
 * one that has its name is whole. */
#include "dictionary_fixture.h"

#include "base/torture.h"

#define VALUES 300

static enum err make(const char *path, struct arena *a, struct error *e)
{
    struct dictionary_builder b;
    enum err rc = dictionary_build_open(&b, path, a, e);

    if (!rc)
        rc = dictionary_build_begin(&b, e);
    for (unsigned i = 0; i < VALUES && !rc; i++) {
        char text[40];
        bool taken;

        (void)snprintf(text, sizeof(text), "word%u of many %u", i % 7, i);
        rc = dictionary_build_add(&b, str_from(text), &taken, e);
    }
    if (!rc)
        rc = dictionary_build_put(&b, 0, true, e);
    if (!rc)
        rc = dictionary_build_finish(&b, e);
    dictionary_build_release(&b);
    return rc;
}

static enum err job(void *ctx, struct arena *a, struct error *e)
{
    struct dictionary d = {0};
    enum err rc = make(ctx, a, e);

    if (access(ctx, F_OK) == 0 && !rc) {
        rc = dictionary_open(&d, ctx, a, e);
        if (!rc) {
            assert_int_equal(d.n, 1);
            assert_int_equal(d.columns[0].n[DICTIONARY_FIRST], VALUES);
            assert_int_not_equal(dictionary_word(&d.columns[0], STR("word3")),
                                 0);
        }
        dictionary_close(&d);
    }
    (void)unlink(ctx);
    assert_int_equal(entries(folder), 0);
    return rc;
}

static void memory_that_runs_out_ends_it_cleanly(void **state)
{
    (void)state;
    assert_true(torture(FAULT_MEMORY, job, in("values")) > 10);
}

static void a_disk_that_fails_leaves_no_file(void **state)
{
    (void)state;
    assert_true(torture(FAULT_DISK, job, in("values")) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(memory_that_runs_out_ends_it_cleanly),
        FS_TEST(a_disk_that_fails_leaves_no_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
