#include "base/fs_fixture.h"

#include "tables/failure.h"

#include <sys/stat.h>
#include <time.h>
#include <utime.h>

static struct cache_entry entry_at(const char *name)
{
    return (struct cache_entry){.failure = in(name)};
}

static enum err fail_with(enum err code, struct error *e)
{
    return error_at(e, code, (struct srcpos){3, 4, 50}, "an odd \"quote\"");
}

static void set_age(const char *path, int64_t seconds)
{
    const time_t then = time(NULL) - seconds;
    const struct utimbuf times = {then, then};

    assert_int_equal(utime(path, &times), 0);
}

static void what_could_not_be_read_is_reported_again(void **state)
{
    const struct cache_entry c = entry_at("f");
    struct error why = {0};
    struct error e = {0};

    (void)state;
    assert_int_equal(failure_recall(&c, 0, &e), OK);
    (void)fail_with(ERR_FILE_READ_FAILED, &why);
    failure_keep(&c, 0, &why);
    assert_int_equal(failure_recall(&c, 0, &e), ERR_FILE_READ_FAILED);
    assert_string_equal(e.msg, why.msg);
    assert_int_equal(e.pos.line, 3);
    assert_int_equal(e.pos.column, 4);
    assert_int_equal(e.pos.offset, 50);
}

static void a_limit_holds_for_as_much_memory_and_a_minute(void **state)
{
    const struct cache_entry c = entry_at("f");
    struct error why = {0};
    struct error e = {0};

    (void)state;
    (void)fail_with(ERR_LIMIT, &why);
    failure_keep(&c, 0, &why);
    assert_int_equal(failure_recall(&c, 0, &e), ERR_LIMIT);
    assert_int_equal(failure_recall(&c, TABLE_MEMORY_BYTES / 2, &e), ERR_LIMIT);
    assert_int_equal(failure_recall(&c, TABLE_MEMORY_BYTES * 2, &e), OK);
    set_age(c.failure, 3600);
    assert_int_equal(failure_recall(&c, 0, &e), OK);
}

static void a_failure_is_forgotten_after_a_day(void **state)
{
    const struct cache_entry c = entry_at("f");
    struct error why = {0};
    struct error e = {0};

    (void)state;
    (void)fail_with(ERR_FILE_READ_FAILED, &why);
    failure_keep(&c, 0, &why);
    set_age(c.failure, 3600);
    assert_int_equal(failure_recall(&c, 0, &e), ERR_FILE_READ_FAILED);
    set_age(c.failure, 3600 * 25);
    assert_int_equal(failure_recall(&c, 0, &e), OK);
}

static void rows_of_other_content_are_not_kept(void **state)
{
    static const enum err codes[] = {ERR_TIMEOUT, ERR_TOOL_WORKER_UNAVAILABLE,
                                     ERR_FILE_WRITE_FAILED, ERR_CONFLICT};
    const struct cache_entry c = entry_at("f");
    struct error why = {0};
    struct error e = {0};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(codes); i++) {
        (void)fail_with(codes[i], &why);
        failure_keep(&c, 0, &why);
    }
    (void)fail_with(ERR_FILE_READ_FAILED, &why);
    why.of_machine = true;
    failure_keep(&c, 0, &why);
    assert_int_equal(failure_recall(&c, 0, &e), OK);
}

static void what_is_damaged_says_nothing(void **state)
{
    const struct cache_entry c = entry_at("f");
    struct error e = {0};

    (void)state;
    write_file("f", "{\"error\":");
    assert_int_equal(failure_recall(&c, 0, &e), OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_could_not_be_read_is_reported_again),
        TEST(a_limit_holds_for_as_much_memory_and_a_minute),
        TEST(a_failure_is_forgotten_after_a_day),
        TEST(rows_of_other_content_are_not_kept),
        TEST(what_is_damaged_says_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
