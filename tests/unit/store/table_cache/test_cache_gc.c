#include "store_fixture.h"

#include "store/table_cache/scratch.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static struct cache_gc_report report;

/* A source file that was looked at, and its entry. */
static struct cache_entry use(const char *name, const char *content)
{
    char hex[HASH_HEX_BYTES];
    struct cache_entry c;
    struct stat_cache_file f;
    struct stat st;
    int fd;

    write_file(name, content);
    fd = open(in(name), O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(fstat(fd, &st), 0);
    f = (struct stat_cache_file){
        .fd = fd, .st = &st, .path = in(name), .shown = name};
    assert_ok(stat_cache_hash(&home, &f, hex, &err));
    (void)close(fd);
    c = entry_of(hex);
    publish_entry(&c);
    assert_ok(fs_write_atomic(c.profile, "profile", STR("{}"), false, &err));
    return c;
}

static void gc(bool all)
{
    assert_ok(cache_gc(&home, all, &report, &err));
}

static void entries_of_unchanged_sources_are_kept(void **state)
{
    struct cache_entry a = use("a", "1");
    struct cache_entry b = use("b", "2");

    (void)state;
    gc(false);
    assert_int_equal(report.entries_kept, 2);
    assert_int_equal(report.entries_removed, 0);
    assert_int_equal(report.bytes_removed, 0);
    assert_true(cache_entry_exists(&a) && cache_entry_exists(&b));
    assert_int_equal(access(a.profile, F_OK), 0);
}

static void entries_of_removed_or_changed_sources_go_whole(void **state)
{
    struct cache_entry a = use("a", "1");
    struct cache_entry b = use("b", "2");
    struct cache_entry c = use("c", "3");
    const char *sheet;

    (void)state;
    assert_ok(cache_entry_profile(&a, 2, &arena, &sheet, &err));
    assert_ok(fs_write_atomic(sheet, "profile", STR("{}"), false, &err));
    assert_int_equal(unlink(in("a")), 0);
    write_file("b", "changed");
    gc(false);
    assert_int_equal(report.entries_kept, 1);
    assert_int_equal(report.entries_removed, 2);
    /* twice: "a table", {"map":1}, {}; and the profile of a sheet */
    assert_int_equal(report.bytes_removed, 2 * (7 + 9 + 2) + 2);
    assert_int_equal(access(sheet, F_OK), -1);
    assert_false(cache_entry_exists(&a) || cache_entry_exists(&b));
    assert_true(cache_entry_exists(&c));
    assert_int_not_equal(access(a.profile, F_OK), 0);
}

static void one_of_two_equal_sources_keeps_the_entry(void **state)
{
    struct cache_entry a = use("a", "same");

    (void)state;
    (void)use("b", "same");
    assert_int_equal(unlink(in("a")), 0);
    gc(false);
    assert_true(cache_entry_exists(&a));
}

static void entries_of_another_reader_or_duckdb_go(void **state)
{
    struct cache_entry a = use("a", "1");
    struct cache_key old = {.reader = "csv0", .options = STR("{}")};
    struct cache_entry other;
    struct str name;

    (void)state;
    old.sha256 = str_cstr(str_slice(str_from(a.name), 0, 64), &arena, &err);
    assert_ok(cache_entry_init(&home, &old, &arena, &other, &err));
    publish_entry(&other);
    assert_ok(str_printf(&arena, &name, &err,
                         "home/cache/%s-" CACHE_READER
                         "-0.9.9-0123456789ab.duckdb",
                         old.sha256));
    write_file(name.p, "x");
    gc(false);
    assert_int_equal(report.entries_kept, 1);
    assert_int_equal(report.entries_removed, 2);
    assert_true(cache_entry_exists(&a));
    assert_false(cache_entry_exists(&other));
}

static void all_means_all(void **state)
{
    struct cache_entry a = use("a", "1");

    (void)state;
    gc(true);
    assert_int_equal(report.entries_kept, 0);
    assert_int_equal(report.entries_removed, 1);
    assert_false(cache_entry_exists(&a));
    publish_entry(&a);
    gc(false);
    assert_true(cache_entry_exists(&a));
}

static void what_dead_writers_left_goes_when_it_is_old(void **state)
{
    struct cache_entry a = use("a", "1");
    struct timespec long_ago[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    struct str name;

    (void)state;
    assert_ok(str_printf(&arena, &name, &err, "%s.tmp-abcdef", a.map));
    assert_ok(fs_write_atomic(name.p, "left", STR("{"), false, &err));
    gc(true);
    assert_int_equal(access(name.p, F_OK), 0);
    assert_int_equal(utimensat(AT_FDCWD, name.p, long_ago, 0), 0);
    gc(false);
    assert_int_not_equal(access(name.p, F_OK), 0);
}

static void what_is_known_of_a_server_goes_when_it_is_old(void **state)
{
    struct timespec long_ago[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    struct str name;

    (void)state;
    assert_ok(
        str_printf(&arena, &name, &err, "%s/" SHA_A ".server", home.cache));
    assert_ok(fs_write_atomic(name.p, "known", STR("{}"), false, &err));
    gc(false);
    assert_int_equal(access(name.p, F_OK), 0);
    assert_int_equal(utimensat(AT_FDCWD, name.p, long_ago, 0), 0);
    gc(false);
    assert_int_not_equal(access(name.p, F_OK), 0);
    assert_ok(fs_write_atomic(name.p, "known", STR("{}"), false, &err));
    gc(true);
    assert_int_not_equal(access(name.p, F_OK), 0);
}

static void the_folder_of_a_dead_build_goes_and_is_counted(void **state)
{
    struct scratch dead = SCRATCH_NONE, lives = SCRATCH_NONE;

    (void)state;
    assert_ok(scratch_open(&home, &arena, &dead, &err));
    assert_ok(scratch_open(&home, &arena, &lives, &err));
    fs_close(&dead.lock);
    gc(false);
    assert_int_equal(report.builds_removed, 1);
    assert_int_equal(entries(home.build), 1);
    scratch_close(&lives);
}

static void files_that_are_not_the_caches_stay(void **state)
{
    (void)state;
    write_file("home/cache/notes.json", "x");
    write_file("home/cache/" SHA_A, "x");
    write_file("home/cache/" SHA_A "-" CACHE_READER ".txt", "x");
    gc(true);
    assert_holds("home/cache/notes.json", "x");
    assert_holds("home/cache/" SHA_A, "x");
    assert_holds("home/cache/" SHA_A "-" CACHE_READER ".txt", "x");
}

static void a_build_that_runs_is_left_alone(void **state)
{
    const struct cache_entry c = entry_of(SHA_A);
    struct cache_build b = CACHE_BUILD_NONE;

    (void)state;
    assert_ok(cache_build_begin(&home, &c, 0, &arena, &b, &err));
    assert_ok(fs_write_atomic(b.database, "db", STR("x"), false, &err));
    gc(true);
    assert_ok(cache_build_publish(&b, &c, STR("{}"), &err));
    cache_build_end(&b);
    assert_true(cache_entry_exists(&c));
}

static void make_old(const char *path)
{
    const struct timespec old[2] = {{.tv_sec = time(NULL) - 7200},
                                    {.tv_sec = time(NULL) - 7200}};

    assert_int_equal(utimensat(AT_FDCWD, path, old, 0), 0);
}

/* Once an hour, and only what nobody has touched for as long. */
static void old_entries_of_removed_sources_go_by_themselves(void **state)
{
    struct cache_entry gone = use("gone", "1");
    struct cache_entry young = use("young", "2");
    struct cache_entry there = use("there", "3");

    (void)state;
    make_old(gone.database);
    make_old(there.database);
    assert_int_equal(unlink(in("gone")), 0);
    assert_int_equal(unlink(in("young")), 0);
    cache_tidy(&home);
    assert_int_equal(access(gone.database, F_OK), 0);
    make_old(fs_join(home.cache, "tidied", &arena, &err));
    cache_tidy(&home);
    assert_int_not_equal(access(gone.database, F_OK), 0);
    assert_true(cache_entry_exists(&young) && cache_entry_exists(&there));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(entries_of_unchanged_sources_are_kept),
        STORE_TEST(entries_of_removed_or_changed_sources_go_whole),
        STORE_TEST(one_of_two_equal_sources_keeps_the_entry),
        STORE_TEST(entries_of_another_reader_or_duckdb_go),
        STORE_TEST(all_means_all),
        STORE_TEST(what_dead_writers_left_goes_when_it_is_old),
        STORE_TEST(what_is_known_of_a_server_goes_when_it_is_old),
        STORE_TEST(the_folder_of_a_dead_build_goes_and_is_counted),
        STORE_TEST(files_that_are_not_the_caches_stay),
        STORE_TEST(a_build_that_runs_is_left_alone),
        STORE_TEST(old_entries_of_removed_sources_go_by_themselves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
