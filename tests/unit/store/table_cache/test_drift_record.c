#include "store_fixture.h"

#include "base/hash.h"
#include "store/table_cache/drift_record.h"

#include <sys/stat.h>
#include <time.h>

#define NAME_A SHA_A "-" CACHE_READER "-" DUCKDB_PINNED_VERSION "-0123456789ab"
#define NAME_B SHA_B "-" CACHE_READER "-" DUCKDB_PINNED_VERSION "-0123456789ab"
#define OTHER_OPTIONS \
    SHA_A "-" CACHE_READER "-" DUCKDB_PINNED_VERSION "-ba9876543210"
#define OTHER_READER SHA_A "-csv0-" DUCKDB_PINNED_VERSION "-0123456789ab"

static struct drift_record found;

static bool recall(const char *path, const char *entry)
{
    const struct drift_record_key key = {path, entry};

    return drift_record_recall(&home, &key, &arena, &found);
}

static void remember(const char *path, const char *entry, const char *drift)
{
    const struct drift_record_key key = {path, entry};
    const struct drift_record m = {str_slice(str_from(entry), 0, 64),
                                   STR("{\"a\":1}"), str_from(drift)};

    drift_record_remember(&home, &key, &m);
}

/* The only memory. */
static const char *memory(void)
{
    DIR *d = opendir(home.mapped);
    const char *path = NULL;

    assert_non_null(d);
    assert_int_equal(entries(home.mapped), 1);
    for (const struct dirent *f = readdir(d); f; f = readdir(d)) {
        if (f->d_name[0] != '.')
            path = fs_join(home.mapped, f->d_name, &arena, &err);
    }
    (void)closedir(d);
    return path;
}

static void what_is_remembered_of_a_path_comes_back(void **state)
{
    (void)state;
    write_file("f", "abc");
    assert_false(recall(in("f"), NAME_A));
    remember(in("f"), NAME_A, "{\"b\":2}");
    assert_true(recall(in("f"), NAME_B)); /* the same reader and options */
    assert_true(str_is(found.sha256, SHA_A));
    assert_true(str_is(found.summary, "{\"a\":1}"));
    assert_true(str_is(found.drift, "{\"b\":2}"));
    remember(in("f"), NAME_B, "");
    assert_true(recall(in("f"), NAME_A));
    assert_true(str_is(found.sha256, SHA_B));
    assert_int_equal(found.drift.n, 0);
}

static void another_inode_of_the_path_is_the_same_path(void **state)
{
    (void)state;
    write_file("f", "abc");
    remember(in("f"), NAME_A, "");
    write_file("f", "xyz"); /* by rename */
    assert_true(recall(in("f"), NAME_B));
    assert_false(recall(in("g"), NAME_B));
}

static void other_options_and_another_reader_are_not_compared(void **state)
{
    (void)state;
    write_file("f", "abc");
    remember(in("f"), NAME_A, "");
    assert_false(recall(in("f"), OTHER_OPTIONS));
    assert_false(recall(in("f"), OTHER_READER));
}

static void a_path_is_known_however_its_folder_is_named(void **state)
{
    (void)state;
    assert_ok(fs_mkdirs(in("d"), "d", &err));
    write_file("d/f", "abc");
    assert_int_equal(symlink(in("d"), in("link")), 0);
    remember(in("d/f"), NAME_A, "");
    assert_true(recall(in("link/f"), NAME_A));
    assert_true(recall(in("d/../d/./f"), NAME_A));
    assert_int_equal(chdir(in("d")), 0);
    assert_true(recall("f", NAME_A));
    assert_true(recall("../d/f", NAME_A));
    assert_int_equal(chdir("/"), 0);
}

/* As where "latest.csv" leads to the file of the month. */
static void a_link_has_a_memory_of_its_own(void **state)
{
    (void)state;
    write_file("one", "abc");
    write_file("two", "xyz");
    assert_int_equal(symlink(in("one"), in("latest")), 0);
    remember(in("latest"), NAME_A, "");
    assert_false(recall(in("one"), NAME_A));
    assert_int_equal(unlink(in("latest")), 0);
    assert_int_equal(symlink(in("two"), in("latest")), 0);
    assert_true(recall(in("latest"), NAME_B));
    assert_true(str_is(found.sha256, SHA_A));
}

static void a_damaged_memory_is_forgotten(void **state)
{
    struct str whole;

    (void)state;
    write_file("f", "abc");
    remember(in("f"), NAME_A, "{}");
    assert_ok(fs_read_file(memory(), "m", 4096, &arena, &whole, &err));
    for (size_t i = 0; i < whole.n; i++) {
        char *bad = str_cstr(whole, &arena, &err);

        assert_non_null(bad);
        bad[i] ^= 1;
        assert_ok(fs_write_atomic(memory(), "m", (struct str){bad, whole.n},
                                  false, &err));
        assert_false(recall(in("f"), NAME_A));
        assert_ok(fs_write_atomic(memory(), "m", str_slice(whole, 0, i), false,
                                  &err));
        assert_false(recall(in("f"), NAME_A));
    }
    assert_ok(fs_write_atomic(memory(), "m", whole, false, &err));
    assert_true(recall(in("f"), NAME_A));
}

/* Replace the memory's text after its checksum, and the checksum with it. */
static void forge(const char *text)
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash state;
    struct str whole;

    hash_init(&state);
    hash_update(&state, text, strlen(text));
    hash_finish(&state, digest);
    hash_hex(digest, hex);
    assert_ok(str_printf(&arena, &whole, &err, "%s %s", hex, text));
    assert_ok(fs_write_atomic(memory(), "x", whole, false, &err));
}

static void a_memory_in_another_form_is_forgotten(void **state)
{
    static const char *const forms[] = {
        "map0 " SHA_A " 1 1\nab/f",    "map1 " SHA_A " x 1\nab/f",
        "map1 " SHA_A " 1 x\nab/f",    "map1 " SHA_A " 1",
        "map1 " SHA_A " 1 1 ab/f",     "map1 " SHA_A " 9 9\nab/f",
        "map1 " SHA_A " 1 1\nab/other"};

    (void)state;
    write_file("f", "abc");
    remember(in("f"), NAME_A, "");
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        forge(forms[i]);
        assert_false(recall(in("f"), NAME_A));
    }
}

static void a_path_without_a_folder_lies_in_the_present_one(void **state)
{
    char before[4096];

    (void)state;
    write_file("f", "abc");
    assert_non_null(getcwd(before, sizeof(before)));
    assert_int_equal(chdir(folder), 0);
    remember("f", NAME_A, "");
    assert_int_equal(chdir(before), 0);
    assert_true(recall(in("f"), NAME_A));
    remember("/", NAME_A, "");
    assert_true(recall("/", NAME_A));
    remember("/no such folder/f", NAME_A, "");
    assert_false(recall("/no such folder/f", NAME_A));
}

/* Left by a writer that died; `age_s` old. */
static void leave(const char *name, int age_s)
{
    const struct timespec then = {.tv_sec = time(NULL) - age_s};
    const struct timespec times[2] = {then, then};
    char *path = fs_join(home.mapped, name, &arena, &err);

    assert_ok(fs_write_atomic(path, "x", STR("cut"), false, &err));
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void what_dead_writers_left_goes_when_it_is_old(void **state)
{
    (void)state;
    leave("a.tmp-123456", 10);
    leave("b.tmp-123456", 100000);
    drift_record_sweep(&home, false);
    assert_int_equal(entries(home.mapped), 1);
    drift_record_sweep(&home, true);
    assert_int_equal(entries(home.mapped), 0);
}

static void a_file_whose_folder_became_a_file_is_gone(void **state)
{
    (void)state;
    assert_int_equal(mkdir(in("d"), 0700), 0);
    write_file("d/f", "abc");
    remember(in("d/f"), NAME_A, "");
    drift_record_sweep(&home, false);
    assert_int_equal(entries(home.mapped), 1);
    assert_ok(fs_remove_tree(in("d"), "d", &err));
    write_file("d", "now a file");
    drift_record_sweep(&home, false);
    assert_int_equal(entries(home.mapped), 0);
}

static void the_path_is_not_in_the_name_of_its_memory(void **state)
{
    (void)state;
    write_file("secret", "abc");
    remember(in("secret"), NAME_A, "");
    assert_null(strstr(strrchr(memory(), '/'), "secret"));
}

static void memories_of_paths_that_are_gone_are_swept(void **state)
{
    (void)state;
    write_file("f", "abc");
    write_file("g", "abc");
    remember(in("f"), NAME_A, "");
    remember(in("g"), NAME_A, "");
    remember(in("g"), OTHER_READER, "");
    assert_int_equal(entries(home.mapped), 3);
    drift_record_sweep(&home, false);
    assert_int_equal(entries(home.mapped), 2);
    assert_int_equal(unlink(in("g")), 0);
    drift_record_sweep(&home, false);
    assert_true(recall(in("f"), NAME_A));
    (void)memory();
    drift_record_sweep(&home, true);
    assert_int_equal(entries(home.mapped), 0);
}

static void where_nothing_can_be_written_nothing_is_remembered(void **state)
{
    (void)state;
    write_file("f", "abc");
    assert_int_equal(rmdir(home.mapped), 0);
    remember(in("f"), NAME_A, "");
    assert_false(recall(in("f"), NAME_A));
    drift_record_sweep(&home, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(what_is_remembered_of_a_path_comes_back),
        STORE_TEST(another_inode_of_the_path_is_the_same_path),
        STORE_TEST(other_options_and_another_reader_are_not_compared),
        STORE_TEST(a_path_is_known_however_its_folder_is_named),
        STORE_TEST(a_link_has_a_memory_of_its_own),
        STORE_TEST(a_damaged_memory_is_forgotten),
        STORE_TEST(a_memory_in_another_form_is_forgotten),
        STORE_TEST(a_path_without_a_folder_lies_in_the_present_one),
        STORE_TEST(what_dead_writers_left_goes_when_it_is_old),
        STORE_TEST(a_file_whose_folder_became_a_file_is_gone),
        STORE_TEST(the_path_is_not_in_the_name_of_its_memory),
        STORE_TEST(memories_of_paths_that_are_gone_are_swept),
        STORE_TEST(where_nothing_can_be_written_nothing_is_remembered),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
