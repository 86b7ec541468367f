#include "tables_fixture.h"

#include "tables/source.h"

#include <sys/stat.h>

/* SHA-256 of "abc", FIPS 180-4. */
#define ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

static struct source src;

static enum err open_path(struct str path)
{
    const struct table_source s = {.path = path};
    enum err rc = source_open(tables, &s, &arena, &src, &err);

    source_close(&src);
    assert_int_equal(src.fd, -1);
    return rc;
}

static void a_file_is_opened_and_identified(void **state)
{
    const struct table_source s = source_in("f.csv");
    char bytes[4] = {0};

    (void)state;
    write_file("f.csv", "abc");
    assert_ok(source_open(tables, &s, &arena, &src, &err));
    assert_string_equal(src.sha256, ABC);
    assert_int_equal(src.st.st_size, 3);
    assert_int_equal(pread(src.fd, bytes, 3, 0), 3);
    assert_string_equal(bytes, "abc");
    assert_ok(source_check_unchanged(&src, &err));
    source_close(&src);
}

static void a_special_file_is_refused_without_waiting(void **state)
{
    (void)state;
    assert_int_equal(mkfifo(in("fifo"), 0600), 0);
    assert_int_equal(open_path(str_from(in("fifo"))), ERR_FILE_READ_FAILED);
    assert_int_equal(open_path(str_from(folder)), ERR_FILE_READ_FAILED);
    assert_int_equal(open_path(STR("/dev/null")), ERR_FILE_READ_FAILED);
    assert_int_equal(open_path(str_from(in("none"))), ERR_NOT_FOUND);
    assert_int_equal(open_path(STR("")), ERR_VALIDATION_FAILED);
    assert_int_equal(open_path(STR("a\0b")), ERR_VALIDATION_FAILED);
}

static void a_change_while_it_is_read_is_a_conflict(void **state)
{
    const struct table_source s = source_in("f.csv");

    (void)state;
    write_file("f.csv", "abc");
    assert_ok(source_open(tables, &s, &arena, &src, &err));
    assert_int_equal(truncate(in("f.csv"), 2), 0);
    assert_int_equal(source_check_unchanged(&src, &err), ERR_CONFLICT);
    assert_non_null(strstr(err.msg, "changed while it was read; try again"));
    source_close(&src);
}

#define DATABASE "SQLite format 3\0 with pages"

static void write_bytes(const char *name, struct str bytes)
{
    assert_ok(fs_write_atomic(in(name), name, bytes, false, &err));
}

/* A log with changes, of which the last byte is `last`. */
static void write_log(char last)
{
    char log[64] = "\x37\x7f\x06\x82";

    log[sizeof(log) - 1] = last;
    write_bytes("f.db-wal", (struct str){log, sizeof(log)});
}

static void
a_database_that_changes_before_it_is_copied_with_its_log_is_a_conflict(
    void **state)
{
    const struct table_source s = source_in("f.db");
    FILE *f;

    (void)state;
    write_bytes("f.db", STR(DATABASE));
    write_log('1');
    assert_ok(source_open(tables, &s, &arena, &src, &err));
    assert_int_equal(src.logs.n, 1);
    f = fopen(in("f.db"), "r+");
    assert_non_null(f);
    assert_int_equal(fseek(f, -1, SEEK_END), 0);
    assert_int_equal(fputc('S', f), 'S');
    assert_int_equal(fclose(f), 0);
    assert_int_equal(source_bundle(tables, &src, folder, &arena, &err),
                     ERR_CONFLICT);
    source_close(&src);
}

static void another_log_is_another_content_of_the_same_database(void **state)
{
    const struct table_source s = source_in("f.db");
    char identity[3][HASH_HEX_BYTES];

    (void)state;
    write_bytes("f.db", STR(DATABASE));
    for (size_t i = 0; i < COUNT_OF(identity); i++) {
        if (i > 0)
            write_log((char)('0' + i));
        assert_ok(source_open(tables, &s, &arena, &src, &err));
        memcpy(identity[i], src.identity, sizeof(src.identity));
        assert_true((i == 0) == (strcmp(src.identity, src.sha256) == 0));
        source_close(&src);
    }
    assert_string_not_equal(identity[0], identity[1]);
    assert_string_not_equal(identity[1], identity[2]);
}

/* A root with a file, a folder, and links that stay inside or leave. */
static void make_root(void)
{
    assert_ok(fs_mkdirs(in("root/sub"), "root", &err));
    write_file("secret.csv", "x");
    write_file("root/f.csv", "abc");
    write_file("root/sub/g.csv", "abc");
    assert_int_equal(symlink("sub/g.csv", in("root/inside.csv")), 0);
    assert_int_equal(symlink("../secret.csv", in("root/up.csv")), 0);
    assert_int_equal(symlink(in("secret.csv"), in("root/absolute.csv")), 0);
    assert_int_equal(symlink(in("root/f.csv"), in("root/round.csv")), 0);
    assert_int_equal(symlink("..", in("root/parent")), 0);
    assert_int_equal(symlink("/", in("root/sub/top")), 0);
    open_tables(in("root"), "");
}

static void files_below_the_root_are_found(void **state)
{
    static const char *const paths[] = {"f.csv",      "sub/g.csv",
                                        "./f.csv",    "sub/../f.csv",
                                        "sub//g.csv", "inside.csv"};

    (void)state;
    make_root();
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
        assert_ok(open_path(str_from(paths[i])));
    assert_int_equal(open_path(STR("none.csv")), ERR_NOT_FOUND);
    assert_int_equal(open_path(STR("sub")), ERR_FILE_READ_FAILED);
}

static void no_path_leaves_the_root(void **state)
{
    static const char *const paths[] = {"..",
                                        "../secret.csv",
                                        "sub/../../secret.csv",
                                        "up.csv",
                                        "absolute.csv",
                                        "round.csv",
                                        "parent/root/f.csv",
                                        "parent",
                                        "parent/secret.csv",
                                        "sub/top/etc/passwd",
                                        "/etc/passwd",
                                        "//etc/passwd",
                                        "sub/top",
                                        "/proc/self/fd/0"};

    (void)state;
    make_root();
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        assert_int_equal(open_path(str_from(paths[i])), ERR_SANDBOX_VIOLATION);
        assert_null(strstr(err.msg, folder));
    }
    assert_int_equal(open_path(str_from(in("secret.csv"))),
                     ERR_SANDBOX_VIOLATION);
    assert_int_equal(open_path(str_from(in("root/f.csv"))),
                     ERR_SANDBOX_VIOLATION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TABLES_TEST(a_file_is_opened_and_identified),
        TABLES_TEST(a_special_file_is_refused_without_waiting),
        TABLES_TEST(a_change_while_it_is_read_is_a_conflict),
        TABLES_TEST(
            a_database_that_changes_before_it_is_copied_with_its_log_is_a_conflict),
        TABLES_TEST(another_log_is_another_content_of_the_same_database),
        TABLES_TEST(files_below_the_root_are_found),
        TABLES_TEST(no_path_leaves_the_root),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
