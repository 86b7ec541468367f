/* What a worker that was taken over leaves in its folder. */
#include "base/fs_fixture.h"

#include "store/table_cache/worker_output.h"

#include <stdio.h>
#include <sys/stat.h>

#define TIB ((off_t)1 << 40)

static struct worker_output left_of(const char *name)
{
    return (struct worker_output){folder, name, (uint64_t)2 << 40};
}

static int make_folder(void **state)
{
    if (set_up(state))
        return -1;
    write_file("good", "bytes");
    write_file("outside", "secret");
    return mkdir(in("taken"), 0700) || mkdir(in("folder"), 0700) ||
           symlink(in("outside"), in("link")) || mkfifo(in("pipe"), 0600) ||
           link(in("outside"), in("hard")) ||
           fs_write_atomic(in("holes"), "h", STR("x"), false, &err) ||
           truncate(in("holes"), TIB);
}

static const char *const bad[] = {"folder", "link",    "pipe", "hard",
                                  "holes",  "missing", "../x", "taken/../../x"};

static void what_is_no_file_of_its_own_is_not_opened(void **state)
{
    int fd = -1;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        const struct worker_output l = left_of(bad[i]);

        assert_int_equal(worker_output_open(&l, &fd, &err),
                         ERR_TOOL_WORKER_UNAVAILABLE);
        assert_int_equal(fd, -1);
    }
}

static void what_is_no_file_of_its_own_is_not_taken(void **state)
{
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        const struct worker_output l = left_of(bad[i]);

        assert_int_equal(worker_output_take(&l, in("taken/it"), NULL, &err),
                         ERR_TOOL_WORKER_UNAVAILABLE);
        assert_int_equal(entries(in("taken")), 0);
    }
    assert_holds("outside", "secret");
}

static void a_small_file_may_have_holes(void **state)
{
    const struct worker_output l = left_of("small");
    int fd = -1;

    (void)state;
    write_file("small", "x");
    assert_int_equal(truncate(in("small"), (off_t)1 << 20), 0);
    assert_int_equal(worker_output_open(&l, &fd, &err), OK);
    (void)close(fd);
}

static void a_file_is_read_and_taken(void **state)
{
    const struct worker_output good = left_of("good");
    struct worker_output small = good;
    struct str bytes;

    (void)state;
    small.max_bytes = 4;
    assert_int_equal(worker_output_read(&good, &arena, &bytes, &err), OK);
    assert_string_equal(bytes.p, "bytes");
    assert_int_equal(worker_output_read(&small, &arena, &bytes, &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(worker_output_take(&good, in("taken/it"), NULL, &err), OK);
    assert_holds("taken/it", "bytes");
}

static void what_may_be_missing_is_said_to_be(void **state)
{
    const struct worker_output none = left_of("missing");
    const struct worker_output good = left_of("good");
    bool there = true;

    (void)state;
    assert_int_equal(worker_output_take(&none, in("taken/it"), &there, &err),
                     OK);
    assert_false(there);
    assert_int_equal(worker_output_take(&good, in("taken/it"), &there, &err),
                     OK);
    assert_true(there);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_no_file_of_its_own_is_not_opened),
        TEST(what_is_no_file_of_its_own_is_not_taken),
        TEST(a_small_file_may_have_holes),
        TEST(a_file_is_read_and_taken),
        TEST(what_may_be_missing_is_said_to_be),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
