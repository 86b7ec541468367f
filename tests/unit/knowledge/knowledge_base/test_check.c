#include "bases_fixture.h"

#include "base/nightly.h"

#include <sys/wait.h>

static struct str first_kind(const char *list)
{
    const struct json *found = json_find(answered(), list);

    return found && found->first ? json_text(json_find(found->first, "kind"))
                                 : (struct str){0};
}

static void a_base_that_nobody_touched_is_whole(void **state)
{
    (void)state;
    assert_true(is_whole("b"));
    assert_true(str_is(text_of("documents"), "3"));
    assert_true(str_is(text_of("originals"), "3"));
    assert_true(str_is(text_of("versions"), "4"));
    assert_int_equal(json_find(answered(), "damaged")->count, 0);
    assert_int_equal(json_find(answered(), "rebuilt")->count, 0);
}

static void a_missing_base_is_not_found(void **state)
{
    bool ok;

    (void)state;
    assert_int_equal(bases_check(bases, STR("none"), &ok, fresh(), &err),
                     ERR_NOT_FOUND);
}

/* Every so many bytes one is damaged: in `make test` a tenth of them. */
static uint64_t sparse(uint64_t bytes)
{
    return nightly() ? bytes : 10 * bytes + 3;
}

static void a_flipped_bit_anywhere_in_the_database_is_found(void **state)
{
    const char *path = in_base("b", "base.db");
    uint64_t bytes = size_of(path);

    (void)state;
    for (uint64_t at = 0; at < bytes; at += sparse(1531)) {
        flip(path, at);
        if (is_whole("b") || !str_is(first_kind("damaged"), "database"))
            fail_msg("byte %llu", (unsigned long long)at);
        flip(path, at);
    }
    assert_true(is_whole("b"));
}

static void a_flipped_bit_in_each_original_is_found_with_its_document(
    void **state)
{
    const char *files = in_base("b", "files");
    struct str *list;
    size_t n;

    (void)state;
    assert_ok(fs_list_tree(files, "files", &arena, &list, &n, &err));
    assert_int_equal(n, 3);
    for (size_t i = 0; i < n; i++) {
        const char *path = fs_join(files, list[i].p, &arena, &err);
        uint64_t bytes = size_of(path);

        for (uint64_t at = 0; at < bytes; at += sparse(5)) {
            flip(path, at);
            assert_false(is_whole("b"));
            assert_true(str_is(first_kind("damaged"), "original"));
            assert_int_equal(
                json_find(json_find(answered(), "damaged")->first, "document")
                    ->type,
                JSON_STRING);
            flip(path, at);
        }
    }
    assert_true(is_whole("b"));
}

static void a_lost_original_is_found(void **state)
{
    struct str *list;
    size_t n;
    const char *files = in_base("b", "files");

    (void)state;
    assert_ok(fs_list_tree(files, "files", &arena, &list, &n, &err));
    assert_int_equal(unlink(fs_join(files, list[0].p, &arena, &err)), 0);
    assert_false(is_whole("b"));
    assert_true(str_is(first_kind("damaged"), "original"));
}

static void a_lost_database_is_found_and_none_is_made_in_its_place(void **state)
{
    struct base b = BASE_NONE;
    const char *path = in_base("b", "base.db");

    (void)state;
    assert_int_equal(unlink(path), 0);
    assert_false(is_whole("b"));
    assert_int_equal(base_open(bases->home, STR("b"), &arena, &b, &err),
                     ERR_FILE_READ_FAILED);
    base_close(&b);
    assert_int_not_equal(access(path, F_OK), 0);
}

#define PARTS 3

static const char *part(const char *database, size_t i)
{
    static const char *const endings[PARTS] = {"", "-wal", "-shm"};
    struct str path;

    assert_ok(str_printf(&arena, &path, &err, "%s%s", database, endings[i]));
    return path.p;
}

static void read_parts(const char *database, struct str bytes[PARTS])
{
    for (size_t i = 0; i < PARTS; i++)
        assert_ok(fs_read_file(part(database, i), "x", 16 << 20, &arena,
                               &bytes[i], &err));
}

static void write_parts(const char *database, const struct str bytes[PARTS])
{
    for (size_t i = 0; i < PARTS; i++)
        assert_ok(
            fs_write_atomic(part(database, i), "x", bytes[i], false, &err));
}

/* The disk as it is while a writer lives, with the database of the base. */
static void keep_log(const char *base)
{
    const char *path = in_base(base, "base.db");
    struct str bytes[PARTS];
    struct base b = BASE_NONE;

    open_base(&b, base);
    assert_ok(base_set_setting(&b, "one", STR("1"), &err));
    assert_ok(base_set_setting(&b, "two", STR("2"), &err));
    read_parts(path, bytes);
    base_close(&b);
    write_parts(path, bytes);
}

/* The same with that of the home. */
static void keep_home_log(void)
{
    const char *path = in("home/quarry.db");
    struct str bytes[PARTS];

    open_bases();
    assert_ok(db_exec(bases->registry.db, "CREATE TABLE one (a)", &err));
    assert_ok(db_exec(bases->registry.db, "CREATE TABLE two (a)", &err));
    read_parts(path, bytes);
    close_bases();
    write_parts(path, bytes);
}

static void a_flipped_bit_in_the_log_of_the_home_is_found(void **state)
{
    (void)state;
    keep_home_log();
    flip(in("home/quarry.db-wal"), 5000);
    assert_false(is_whole("b"));
    assert_true(str_is(first_kind("damaged"), "home_log"));
}

/* Does another process see SQLite's lock on who may begin the index anew? Who
 * sees none truncates it, and whoever has it mapped is ended by the system. */
static bool others_see_lock(const char *index)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        struct flock lock = {.l_type = F_WRLCK,
                             .l_whence = SEEK_SET,
                             .l_start = 128,
                             .l_len = 1};
        int fd = open(index, O_RDWR | O_CLOEXEC);
        bool looked = fd >= 0 && fcntl(fd, F_GETLK, &lock) == 0;

        _exit(looked ? lock.l_type == F_UNLCK : 2);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
    return WEXITSTATUS(status) == 0;
}

static void who_opens_the_bases_too_leaves_the_locks_of_who_has_them(
    void **state)
{
    const char *index = in("home/quarry.db-shm");
    struct bases *others = NULL;

    (void)state;
    open_bases();
    assert_ok(db_exec(bases->registry.db, "CREATE TABLE one (a)", &err));
    assert_true(others_see_lock(index));
    assert_ok(bases_new(tables, &others, &err));
    bases_free(others);
    assert_true(others_see_lock(index));
}

static void a_flipped_bit_in_the_log_is_found_each_time_it_is_looked_for(
    void **state)
{
    const char *log = in_base("b", "base.db-wal");
    uint64_t bytes;

    (void)state;
    keep_log("b");
    bytes = size_of(log);
    for (uint64_t at = 5; at < bytes; at += sparse(761)) {
        flip(log, at);
        assert_false(is_whole("b"));
        assert_false(is_whole("b"));
        assert_true(str_is(first_kind("damaged"), "log"));
        flip(log, at);
    }
    assert_true(is_whole("b"));
}

static void a_flipped_bit_in_the_database_of_the_home_is_found(void **state)
{
    const char *path = in("home/quarry.db");
    unsigned found = 0;
    bool ok;

    (void)state;
    for (uint64_t at = 100; at < size_of(path); at += sparse(2039)) {
        const struct tables_options o = {.home = str_from(in("home"))};
        enum err rc;

        close_bases();
        flip(path, at);
        assert_ok(tables_new(&o, &tables, &err));
        rc = bases_new_to_check(tables, &bases, &err);
        if (!rc)
            rc = bases_check(bases, STR("b"), &ok, fresh(), &err);
        if (rc ? rc != ERR_FILE_READ_FAILED : ok)
            fail_msg("byte %llu: %s", (unsigned long long)at, err_name(rc));
        found++;
        close_bases();
        flip(path, at);
    }
    assert_true(found > (nightly() ? 10 : 2));
    assert_true(is_whole("b"));
}

/* A derived file and what is beside it, each flipped at several places. */
static void a_flipped_bit_in_each_derived_file_makes_it_be_made_again(
    void **state)
{
    const char *tables_of = in_base("b", "tables");
    struct str *list;
    size_t n;

    (void)state;
    assert_ok(fs_list_tree(tables_of, "tables", &arena, &list, &n, &err));
    assert_int_equal(n, 8); /* table, map, profile, sections; four sums */
    for (size_t i = 0; i < n; i++) {
        const char *path = fs_join(tables_of, list[i].p, &arena, &err);
        uint64_t bytes = size_of(path);

        for (int part = 0; part < (nightly() ? 2 : 1); part++) {
            flip(path, part ? bytes - 1 : bytes / 2);
            assert_true(is_whole("b"));
            if (json_find(answered(), "rebuilt")->count == 0)
                fail_msg("%.*s", STR_FMT(list[i]));
        }
    }
    assert_true(is_whole("b"));
    assert_int_equal(json_find(answered(), "rebuilt")->count, 0);
    assert_true(str_is(text_of("derived_files"), "4"));
}

/* Its files have other names each time. */
static void flip_in_index(const char *ending, uint64_t part)
{
    const char *index = in_base("b", "index");
    struct str *list;
    size_t n;
    size_t flipped = 0;

    assert_ok(fs_list_tree(index, "index", &arena, &list, &n, &err));
    for (size_t i = 0; i < n; i++) {
        const char *path = fs_join(index, list[i].p, &arena, &err);

        if (!str_ends(list[i], str_from(ending)))
            continue;
        flip(path, size_of(path) * part / 8);
        flipped++;
    }
    assert_true(flipped > 0);
}

static void a_flipped_bit_in_the_index_makes_it_be_made_again(void **state)
{
    static const char *const endings[] = {".seg", "manifest"};

    (void)state;
    for (size_t i = 0; i < 8; i += nightly() ? 1 : 3) {
        flip_in_index(endings[i % 2], i);
        assert_true(is_whole("b"));
        assert_true(str_is(first_kind("rebuilt"), "index"));
        assert_true(is_whole("b"));
        assert_int_equal(json_find(answered(), "rebuilt")->count, 0);
    }
}

static void break_by(const char *sql, const char *kind)
{
    struct base b = BASE_NONE;

    open_base(&b, "b");
    assert_ok(db_exec(b.db, "PRAGMA foreign_keys=OFF", &err));
    assert_ok(db_exec(b.db, sql, &err));
    base_close(&b);
    if (is_whole("b"))
        fail_msg("%s", sql);
    if (!str_eq(first_kind("damaged"), str_from(kind)))
        fail_msg("%s: %.*s", sql, STR_FMT(buf_str(&answer)));
}

/* One test each: what is broken stays broken. */
#define BREAKS(name, sql, kind)    \
    static void name(void **state) \
    {                              \
        (void)state;               \
        break_by(sql, kind);       \
    }

BREAKS(a_reference_to_nothing_is_found,
       "DELETE FROM document WHERE name = 'setup.md'", "database")
BREAKS(a_missing_version_is_found,
       "DELETE FROM document_version WHERE version = 1 AND sha256 IS NOT NULL"
       " AND tree_version IS NOT NULL",
       "catalog")
BREAKS(a_fingerprint_that_is_none_is_found,
       "UPDATE document_version SET source_fingerprint = 'x' || substr("
       "source_fingerprint, 2)",
       "catalog")
BREAKS(a_config_that_is_no_json_is_found,
       "UPDATE document SET source_config = '{' WHERE name = 'setup.md'",
       "catalog")
BREAKS(a_patch_that_is_no_json_is_found,
       "UPDATE tree_version SET inverse = '[' WHERE inverse IS NOT NULL",
       "catalog")
BREAKS(json_that_is_none_is_found, "UPDATE run SET text = text || '}'", "json")
BREAKS(json_with_another_count_is_found,
       "UPDATE run SET text = text || ',1', count = 1", "json")
BREAKS(json_of_a_version_that_is_lost_is_found, "DELETE FROM run", "json")
BREAKS(json_that_is_opened_by_nothing_is_found,
       "INSERT INTO run(document, generation, container, place, kind, count,"
       " keys, text) SELECT document, generation, 7, place, 0, 1, x'', '1'"
       " FROM run",
       "json")
BREAKS(
    containers_in_a_circle_are_found,
    "INSERT INTO run(document, generation, container, place, kind, count,"
    " child, keys, text) SELECT document, generation, 7, place, 1, 1, 8, x'',"
    " '' FROM run WHERE container = 0;"
    "INSERT INTO run(document, generation, container, place, kind, count,"
    " child, keys, text) SELECT document, generation, 8, place, 1, 1, 7, x'',"
    " '' FROM run WHERE container = 0",
    "json")
BREAKS(a_place_inside_anothers_is_found,
       "INSERT INTO mount(document, pointer, born) SELECT document, pointer ||"
       " '/n', 1 FROM mount",
       "mount")

static void keys_that_do_not_fit_the_text_are_found(void **state)
{
    struct buf big;

    (void)state;
    buf_init(&big, 1 << 20);
    buf_puts(&big, "{\"a\":{");
    for (int i = 0; i < 3000; i++)
        buf_printf(&big, "%s\"key%d\":%d", i ? "," : "", i, i);
    buf_puts(&big, "}}");
    edit("b", "/d.json/big", big.p);
    buf_release(&big);
    assert_true(is_whole("b"));
    break_by("UPDATE run SET keys = substr(keys, 1, 8) || x'00000000' ||"
             " substr(keys, 13) WHERE length(keys) > 100",
             "json");
}

static void a_key_twice_in_one_object_is_found(void **state)
{
    struct buf big;

    (void)state;
    buf_init(&big, 1 << 20);
    buf_puts(&big, "{");
    for (int i = 0; i < 3000; i++)
        buf_printf(&big, "%s\"key%04d\":%d", i ? "," : "", i, i);
    buf_puts(&big, "}");
    edit("b", "/d.json", big.p);
    buf_release(&big);
    assert_true(is_whole("b"));
    break_by("INSERT INTO run(document, generation, container, place, kind,"
             " count, keys, text) SELECT document, generation, container,"
             " place || x'ff', kind, count, keys, text FROM run"
             " WHERE container > 0 LIMIT 1",
             "json");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASES_TEST(a_base_that_nobody_touched_is_whole),
        BASES_TEST(a_missing_base_is_not_found),
        BASES_TEST(a_flipped_bit_anywhere_in_the_database_is_found),
        BASES_TEST(a_flipped_bit_in_each_original_is_found_with_its_document),
        BASES_TEST(a_lost_original_is_found),
        BASES_TEST(a_lost_database_is_found_and_none_is_made_in_its_place),
        BASES_TEST(
            a_flipped_bit_in_the_log_is_found_each_time_it_is_looked_for),
        BASES_TEST(a_flipped_bit_in_the_log_of_the_home_is_found),
        BASES_TEST(who_opens_the_bases_too_leaves_the_locks_of_who_has_them),
        BASES_TEST(a_flipped_bit_in_the_database_of_the_home_is_found),
        BASES_TEST(a_flipped_bit_in_each_derived_file_makes_it_be_made_again),
        BASES_TEST(a_flipped_bit_in_the_index_makes_it_be_made_again),
        BASES_TEST(a_reference_to_nothing_is_found),
        BASES_TEST(a_missing_version_is_found),
        BASES_TEST(a_fingerprint_that_is_none_is_found),
        BASES_TEST(a_config_that_is_no_json_is_found),
        BASES_TEST(a_patch_that_is_no_json_is_found),
        BASES_TEST(json_that_is_none_is_found),
        BASES_TEST(json_with_another_count_is_found),
        BASES_TEST(json_of_a_version_that_is_lost_is_found),
        BASES_TEST(json_that_is_opened_by_nothing_is_found),
        BASES_TEST(containers_in_a_circle_are_found),
        BASES_TEST(a_place_inside_anothers_is_found),
        BASES_TEST(keys_that_do_not_fit_the_text_are_found),
        BASES_TEST(a_key_twice_in_one_object_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
