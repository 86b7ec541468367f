#include "store_fixture.h"

#include "base/fault.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

static void another_content_reader_or_option_is_another_entry(void **state)
{
    const struct cache_key keys[] = {
        {SHA_A, "csv1", STR("{}")},
        {SHA_B, "csv1", STR("{}")},
        {SHA_A, "csv2", STR("{}")},
        {SHA_A, "csv1", STR("{\"delimiter\":\";\"}")}};
    struct cache_entry c[4];

    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_ok(cache_entry_init(&home, &keys[i], &arena, &c[i], &err));
        assert_non_null(strstr(c[i].name, DUCKDB_PINNED_VERSION));
        assert_false(cache_entry_exists(&c[i]));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(c[i].name, c[j].name);
    }
    publish_entry(&c[0]);
    assert_true(cache_entry_exists(&c[0]));
    for (int i = 1; i < 4; i++)
        assert_false(cache_entry_exists(&c[i]));
}

static void a_published_entry_is_whole_and_its_scratch_gone(void **state)
{
    const struct cache_entry c = entry_of(SHA_A);
    struct str map;

    (void)state;
    publish_entry(&c);
    assert_ok(fs_read_file(c.map, "map", 99, &arena, &map, &err));
    assert_string_equal(map.p, "{\"map\":1}");
    assert_int_equal(access(c.database, R_OK), 0);
    assert_int_equal(entries(home.build), 0);
    cache_entry_drop(&c);
    assert_false(cache_entry_exists(&c));
    cache_entry_drop(&c);
}

static void publishing_again_replaces_table_and_profile(void **state)
{
    const struct cache_entry c = entry_of(SHA_A);

    (void)state;
    publish_entry(&c);
    assert_ok(
        fs_write_atomic(c.profile, "profile", STR("of the old"), false, &err));
    publish_entry(&c);
    assert_true(cache_entry_exists(&c));
    assert_int_not_equal(access(c.profile, F_OK), 0);
}

static void a_dropped_entry_takes_the_profiles_of_all_tables_along(void **state)
{
    static const size_t numbers[] = {1, 2, 40};
    const struct cache_entry c = entry_of(SHA_A);
    const struct cache_entry other = entry_of(SHA_B);
    const char *path;

    (void)state;
    publish_entry(&c);
    publish_entry(&other);
    assert_ok(fs_write_atomic(c.profile, "p", STR("{}"), false, &err));
    assert_ok(fs_write_atomic(other.profile, "p", STR("{}"), false, &err));
    for (size_t i = 0; i < 3; i++) {
        assert_ok(cache_entry_profile(&c, numbers[i], &arena, &path, &err));
        assert_string_not_equal(path, c.profile);
        assert_ok(fs_write_atomic(path, "p", STR("{}"), false, &err));
    }
    assert_true(str_ends(str_from(path), STR(".profile-40.json")));
    cache_entry_drop(&c);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(access(c.profile, F_OK), -1);
    assert_int_equal(access(other.profile, F_OK), 0);
    assert_true(cache_entry_exists(&other));
}

static void half_an_entry_does_not_exist(void **state)
{
    const struct cache_entry c = entry_of(SHA_A);

    (void)state;
    publish_entry(&c);
    assert_int_equal(unlink(c.map), 0);
    assert_false(cache_entry_exists(&c));
    publish_entry(&c);
    assert_int_equal(unlink(c.database), 0);
    assert_false(cache_entry_exists(&c));
    publish_entry(&c);
    assert_true(cache_entry_exists(&c));
}

static void publishing_what_was_not_built_fails_and_leaves_nothing(void **state)
{
    const struct cache_entry c = entry_of(SHA_A);
    struct cache_build b = CACHE_BUILD_NONE;

    (void)state;
    assert_ok(cache_build_begin(&home, &c, 0, &arena, &b, &err));
    assert_int_equal(cache_build_publish(&b, &c, STR("{}"), &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    cache_build_end(&b);
    assert_false(cache_entry_exists(&c));
    assert_int_equal(entries(home.build), 0);
}

/* Each step of writing the map fails once: there is an entry or there is not.
 * Only the last step, the folder's fsync, comes after the map has its name. */
static void a_failed_publication_is_no_entry(void **state)
{
#ifdef QUARRY_TORTURE
    const struct cache_entry c = entry_of(SHA_A);
    enum err rc = ERR_INTERNAL;
    unsigned steps = 0;

    (void)state;
    while (rc) {
        struct cache_build b = CACHE_BUILD_NONE;

        assert_ok(cache_build_begin(&home, &c, 0, &arena, &b, &err));
        assert_ok(fs_write_atomic(b.database, "db", STR("x"), false, &err));
        (void)fault_at(FAULT_DISK, ++steps);
        rc = cache_build_publish(&b, &c, STR("{}"), &err);
        (void)fault_at(FAULT_DISK, 0);
        cache_build_end(&b);
        if (steps < 4)
            assert_false(cache_entry_exists(&c));
    }
    assert_int_equal(steps, 5); /* write, fsync, rename, folder; then none */
    assert_true(cache_entry_exists(&c));
#else
    (void)state;
    skip();
#endif
}

static void an_entry_is_built_by_one_at_a_time(void **state)
{
    const struct cache_entry c = entry_of(SHA_A);
    struct cache_build one = CACHE_BUILD_NONE;
    struct cache_build two = CACHE_BUILD_NONE;

    (void)state;
    assert_ok(cache_build_begin(&home, &c, 0, &arena, &one, &err));
    assert_int_equal(cache_build_begin(&home, &c, 10, &arena, &two, &err),
                     ERR_TIMEOUT);
    assert_non_null(strstr(err.msg, "'a lock of the cache' is in use"));
    cache_build_end(&two);
    assert_int_equal(entries(home.build), 1);
    cache_build_end(&one);
    assert_ok(cache_build_begin(&home, &c, 0, &arena, &two, &err));
    cache_build_end(&two);
}

/* What every process does that needs an entry; a line in the file `built` for
 * each that had to build it. */
static int open_or_build(void)
{
    const struct cache_entry c = entry_of(SHA_A);
    struct cache_build b = CACHE_BUILD_NONE;
    enum err rc = OK;

    if (cache_entry_exists(&c))
        return 0;
    rc = cache_build_begin(&home, &c, 60000, &arena, &b, &err);
    if (!rc && !cache_entry_exists(&c)) {
        int fd = open(in("built"), O_WRONLY | O_CREAT | O_APPEND, 0600);

        if (fd < 0 || write(fd, "x", 1) != 1)
            return 1;
        (void)close(fd);
        rc = fs_write_atomic(b.database, "db", STR("a table"), false, &err);
        if (!rc)
            rc = cache_build_publish(&b, &c, STR("{}"), &err);
    }
    cache_build_end(&b);
    return rc || !cache_entry_exists(&c);
}

#define PROCESSES 8

static void processes_that_need_one_entry_at_once_build_it_once(void **state)
{
    pid_t children[PROCESSES];
    int gate[2];
    char c;

    (void)state;
    assert_int_equal(pipe(gate), 0);
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            (void)close(gate[1]);
            (void)!read(gate[0], &c, 1); /* ends when the parent opens it */
            _exit(open_or_build());
        }
    }
    (void)close(gate[0]);
    (void)close(gate[1]);
    for (int i = 0; i < PROCESSES; i++) {
        int status = -1;

        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    assert_holds("built", "x");
    assert_int_equal(entries(home.build), 0);
}

static void a_builder_that_is_killed_leaves_the_way_free(void **state)
{
    const struct cache_entry c = entry_of(SHA_A);
    int ready[2];
    pid_t child;
    char byte;

    (void)state;
    assert_int_equal(pipe(ready), 0);
    child = fork();
    if (child == 0) {
        struct cache_build b = CACHE_BUILD_NONE;

        if (cache_build_begin(&home, &c, 0, &arena, &b, &err) ||
            fs_write_atomic(c.database, "db", STR("half"), false, &err) ||
            write(ready[1], "x", 1) != 1)
            _exit(1);
        (void)pause();
        _exit(0);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_false(cache_entry_exists(&c));
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_false(cache_entry_exists(&c));
    publish_entry(&c);
    assert_true(cache_entry_exists(&c));
    (void)close(ready[0]);
    (void)close(ready[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(another_content_reader_or_option_is_another_entry),
        STORE_TEST(a_published_entry_is_whole_and_its_scratch_gone),
        STORE_TEST(publishing_again_replaces_table_and_profile),
        STORE_TEST(a_dropped_entry_takes_the_profiles_of_all_tables_along),
        STORE_TEST(half_an_entry_does_not_exist),
        STORE_TEST(publishing_what_was_not_built_fails_and_leaves_nothing),
        STORE_TEST(a_failed_publication_is_no_entry),
        STORE_TEST(an_entry_is_built_by_one_at_a_time),
        STORE_TEST(processes_that_need_one_entry_at_once_build_it_once),
        STORE_TEST(a_builder_that_is_killed_leaves_the_way_free),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
