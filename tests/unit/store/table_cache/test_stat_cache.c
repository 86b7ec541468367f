#include "store_fixture.h"

#include <stdio.h>

/* SHA-256 of "abc" and of "xyz" (FIPS 180-4; sha256sum). */
#define ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define XYZ "3608bca1e44ea6c4d268eb6db02260269892c0b42b86bbf1e77a6fa16c3c9282"

static char hex[HASH_HEX_BYTES];

/*
 * Hash a file that is said to have changed `age_s` before its last change: a
 * test cannot set the ctime of a file, and does not wait.
 */
static void hash_aged(const char *name, int age_s)
{
    struct stat_cache_file f;
    struct stat st;
    int fd = open(in(name), O_RDONLY | O_CLOEXEC);

    assert_true(fd >= 0);
    assert_int_equal(fstat(fd, &st), 0);
    st.st_mtim.tv_sec -= age_s;
    st.st_ctim.tv_sec -= age_s;
    f = (struct stat_cache_file){
        .fd = fd, .st = &st, .path = in(name), .shown = name};
    assert_ok(stat_cache_hash(&home, &f, hex, &err));
    (void)close(fd);
}

/* The only file of the folder of memories. */
static char *memory(void)
{
    DIR *d = opendir(home.seen);
    char *path = NULL;

    assert_non_null(d);
    assert_int_equal(entries(home.seen), 1);
    for (struct dirent *f = readdir(d); f; f = readdir(d)) {
        if (f->d_name[0] != '.')
            path = fs_join(home.seen, f->d_name, &arena, &err);
    }
    (void)closedir(d);
    return path;
}

/* Put another hash into the memory, to see whether it is believed. */
static void forge(void)
{
    struct str text;
    char *path = memory();

    assert_ok(fs_read_file(path, "memory", 8192, &arena, &text, &err));
    memcpy((char *)(uintptr_t)text.p, SHA_A, 64);
    assert_ok(fs_write_atomic(path, "memory", text, false, &err));
}

static void a_file_is_identified_by_its_bytes(void **state)
{
    (void)state;
    write_file("f", "abc");
    write_file("g", "xyz");
    hash_aged("f", 100);
    assert_string_equal(hex, ABC);
    hash_aged("g", 100);
    assert_string_equal(hex, XYZ);
}

static void an_unchanged_file_is_not_read_again(void **state)
{
    (void)state;
    write_file("f", "abc");
    hash_aged("f", 100);
    forge();
    hash_aged("f", 100);
    assert_string_equal(hex, SHA_A);
}

static void another_time_or_size_means_reading_again(void **state)
{
    (void)state;
    write_file("f", "abc");
    hash_aged("f", 100);
    forge();
    hash_aged("f", 99);
    assert_string_equal(hex, ABC);
    forge();
    assert_int_equal(truncate(in("f"), 0), 0);
    hash_aged("f", 99);
    assert_string_not_equal(hex, SHA_A);
}

static void a_file_that_changed_just_now_is_read_again(void **state)
{
    (void)state;
    write_file("f", "abc");
    hash_aged("f", 0);
    assert_string_equal(hex, ABC);
    forge();
    hash_aged("f", 0);
    assert_string_equal(hex, ABC);
    /* seconds old is too young where times are kept in pairs of seconds */
    hash_aged("f", 1);
    forge();
    hash_aged("f", 1);
    assert_string_equal(hex, ABC);
}

static void a_time_in_the_future_is_never_trusted(void **state)
{
    (void)state;
    write_file("f", "abc");
    hash_aged("f", -1000);
    forge();
    hash_aged("f", -1000);
    assert_string_equal(hex, ABC);
}

static void a_damaged_memory_means_reading_again(void **state)
{
    static const char *const damage[] = {"", "abc", SHA_A, SHA_A " 3 ",
                                         SHA_A " 3 0 0 trusted /x\n"};

    (void)state;
    write_file("f", "abc");
    for (size_t i = 0; i < sizeof(damage) / sizeof(damage[0]); i++) {
        hash_aged("f", 100);
        assert_ok(
            fs_write_atomic(memory(), "m", str_from(damage[i]), false, &err));
        hash_aged("f", 100);
        assert_string_equal(hex, ABC);
    }
}

static void what_cannot_be_remembered_is_still_hashed(void **state)
{
    (void)state;
    write_file("f", "abc");
    assert_int_equal(rmdir(home.seen), 0);
    hash_aged("f", 100);
    assert_string_equal(hex, ABC);
}

static size_t count_live(void)
{
    struct str *live = NULL;
    size_t n = 0;

    assert_ok(stat_cache_collect_live(&home, &arena, &live, &n, &err));
    for (size_t i = 0; i < n; i++)
        assert_int_equal(live[i].n, 64);
    return n;
}

static void contents_that_some_file_still_has_are_live(void **state)
{
    (void)state;
    assert_int_equal(count_live(), 0);
    for (int i = 0; i < 130; i++) { /* more than the initial capacity */
        char name[16];

        (void)snprintf(name, sizeof(name), "f %d", i);
        write_file(name, name);
        hash_aged(name, 0);
    }
    assert_int_equal(count_live(), 130);
    assert_int_equal(unlink(in("f 1")), 0);
    assert_int_equal(truncate(in("f 2"), 1), 0);
    assert_int_equal(count_live(), 128);
    assert_int_equal(entries(home.seen), 128);
}

static void a_content_of_several_files_is_live_while_one_is_unchanged(
    void **state)
{
    struct stat_cache_file f;
    struct stat st;

    (void)state;
    write_file("f", "abc");
    hash_aged("f", 0);
    assert_int_equal(stat(in("f"), &st), 0);
    f = (struct stat_cache_file){.fd = -1, .st = &st, .path = in("f")};
    stat_cache_keep_live(&home, &f, SHA_B);
    stat_cache_keep_live(&home, &f, SHA_A); /* with another file */
    assert_int_equal(count_live(), 2);
    hash_aged("f", 0);
    assert_string_equal(hex, ABC); /* its own is as it was */
    assert_int_equal(truncate(in("f"), 1), 0);
    assert_int_equal(count_live(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_file_is_identified_by_its_bytes),
        STORE_TEST(an_unchanged_file_is_not_read_again),
        STORE_TEST(another_time_or_size_means_reading_again),
        STORE_TEST(a_file_that_changed_just_now_is_read_again),
        STORE_TEST(a_time_in_the_future_is_never_trusted),
        STORE_TEST(a_damaged_memory_means_reading_again),
        STORE_TEST(what_cannot_be_remembered_is_still_hashed),
        STORE_TEST(contents_that_some_file_still_has_are_live),
        STORE_TEST(a_content_of_several_files_is_live_while_one_is_unchanged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
