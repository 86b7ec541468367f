#include "fs_fixture.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void joining_puts_one_slash_between(void **state)
{
    (void)state;
    assert_string_equal(fs_join("a", "b", &arena, &err), "a/b");
    assert_string_equal(fs_join("a/", "b", &arena, &err), "a/b");
    assert_string_equal(fs_join("/", "b", &arena, &err), "/b");
    assert_string_equal(fs_join("", "b", &arena, &err), "b");
}

static void a_missing_file_is_named_as_the_user_wrote_it(void **state)
{
    struct str s;
    uint64_t n;
    int fd;

    (void)state;
    assert_int_equal(fs_read_file(in("x"), "x.csv", 10, &arena, &s, &err),
                     ERR_NOT_FOUND);
    assert_string_equal(err.msg,
                        "cannot open 'x.csv': no such file or directory");
    assert_int_equal(fs_size(in("x"), "x.csv", &n, &err), ERR_NOT_FOUND);
    assert_int_equal(fs_open_read(in("x"), "x.csv", &fd, &err), ERR_NOT_FOUND);
}

static void what_is_not_a_regular_file_is_refused_without_waiting(void **state)
{
    struct str s;
    uint64_t n;

    (void)state;
    assert_int_equal(mkfifo(in("fifo"), 0600), 0);
    assert_int_equal(fs_read_file(in("fifo"), "fifo", 9, &arena, &s, &err),
                     ERR_FILE_READ_FAILED);
    assert_string_equal(err.msg,
                        "cannot read 'fifo': it is not a regular file");
    assert_int_equal(fs_read_file(folder, "d", 9, &arena, &s, &err),
                     ERR_FILE_READ_FAILED);
    assert_string_equal(err.msg, "cannot read 'd': it is a folder");
    assert_int_equal(fs_size(folder, "d", &n, &err), ERR_FILE_READ_FAILED);
}

static void a_file_is_read_up_to_the_limit(void **state)
{
    uint64_t n = 0;
    struct str s;

    (void)state;
    write_file("f", "12345");
    assert_int_equal(fs_read_file(in("f"), "f", 5, &arena, &s, &err), OK);
    assert_true(str_is(s, "12345"));
    assert_int_equal(fs_read_file(in("f"), "f", 4, &arena, &s, &err),
                     ERR_LIMIT);
    assert_string_equal(err.msg, "'f' has more than 4 bytes");
    assert_int_equal(fs_size(in("f"), "f", &n, &err), OK);
    assert_int_equal(n, 5);
    write_file("empty", "");
    assert_int_equal(fs_read_file(in("empty"), "e", 0, &arena, &s, &err), OK);
    assert_int_equal(s.n, 0);
}

static void a_file_whose_size_lies_is_not_read_wrongly(void **state)
{
    struct str s;

    (void)state;
    assert_int_equal(
        fs_read_file("/proc/self/status", "status", 1 << 20, &arena, &s, &err),
        ERR_FILE_READ_FAILED);
    assert_non_null(strstr(err.msg, "changed while it was read"));
}

static void folders_are_made_with_those_above_them(void **state)
{
    struct stat st;

    (void)state;
    assert_int_equal(fs_mkdirs(in("a//b/c/"), "a/b/c", &err), OK);
    assert_int_equal(fs_mkdirs(in("a/b/c"), "a/b/c", &err), OK);
    assert_int_equal(stat(in("a/b/c"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    write_file("f", "");
    assert_int_equal(fs_mkdirs(in("f"), "f", &err), ERR_FILE_WRITE_FAILED);
    assert_string_equal(err.msg, "cannot make folder 'f': not a directory");
    assert_int_equal(fs_mkdirs(in("f/g"), "f/g", &err), ERR_FILE_WRITE_FAILED);
    assert_int_equal(fs_mkdirs("", "", &err), ERR_FILE_WRITE_FAILED);
}

static void a_path_that_is_too_long_is_an_error(void **state)
{
    char longer[10000];

    (void)state;
    memset(longer, 'x', sizeof(longer) - 1);
    longer[sizeof(longer) - 1] = '\0';
    assert_int_equal(fs_mkdirs(longer, "long", &err), ERR_FILE_WRITE_FAILED);
    assert_string_equal(err.msg,
                        "cannot make folder 'long': file name too long");
    assert_int_equal(fs_write_atomic(longer, "long", STR("x"), false, &err),
                     ERR_FILE_WRITE_FAILED);
}

static void what_cannot_be_looked_for_is_not_missing(void **state)
{
    char name[300];
    bool is = true;

    (void)state;
    write_file("f", "x");
    assert_int_equal(fs_exists(in("f"), "f", &is, &err), OK);
    assert_true(is);
    assert_int_equal(fs_exists(in("f/below"), "f", &is, &err), OK);
    assert_false(is);
    assert_int_equal(fs_exists(in("none"), "none", &is, &err), OK);
    assert_false(is);
    memset(name, 'n', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    assert_int_equal(fs_exists(in(name), "n", &is, &err), ERR_FILE_READ_FAILED);
    assert_string_equal(err.msg, "cannot look for 'n': file name too long");
}

static void a_failure_of_the_disk_is_the_machines(void **state)
{
    (void)state;
    (void)fs_error(ERR_FILE_READ_FAILED, "read", "f", EIO, &err);
    assert_true(err.of_machine);
    (void)fs_error(ERR_FILE_READ_FAILED, "read", "f", EACCES, &err);
    assert_false(err.of_machine);
    (void)fs_read_only("it", &err);
    assert_true(err.of_machine);
    (void)error_set(&err, ERR_FILE_READ_FAILED, "x");
    assert_false(err.of_machine);
}

static void the_program_folder_holds_this_test(void **state)
{
    char *path = fs_program_dir(&arena, &err);

    (void)state;
    assert_non_null(path);
    assert_int_equal(
        access(fs_join(path, program_invocation_short_name, &arena, &err),
               X_OK),
        0);
}

static void assert_home(const char *quarry, const char *xdg, const char *home,
                        const char *expected)
{
    const char *shown;
    const char *path;

    (void)(quarry ? setenv("QUARRY_HOME", quarry, 1) : unsetenv("QUARRY_HOME"));
    (void)(xdg ? setenv("XDG_DATA_HOME", xdg, 1) : unsetenv("XDG_DATA_HOME"));
    (void)(home ? setenv("HOME", home, 1) : unsetenv("HOME"));
    path = fs_home_default(&shown, &arena, &err);
    if (expected)
        assert_string_equal(path, expected);
    else
        assert_null(path);
}

static void the_home_is_the_first_that_is_set(void **state)
{
    (void)state;
    assert_home("/q", "/x", "/h", "/q");
    assert_home("", "/x", "/h", "/x/quarry");
    assert_home(NULL, "relative", "/h", "/h/.local/share/quarry");
    assert_home(NULL, NULL, "/h", "/h/.local/share/quarry");
    assert_home(NULL, NULL, NULL, NULL);
    assert_int_equal(err.code, ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "--home DIR"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(joining_puts_one_slash_between),
        FS_TEST(a_missing_file_is_named_as_the_user_wrote_it),
        FS_TEST(what_is_not_a_regular_file_is_refused_without_waiting),
        FS_TEST(a_file_is_read_up_to_the_limit),
        FS_TEST(a_file_whose_size_lies_is_not_read_wrongly),
        FS_TEST(folders_are_made_with_those_above_them),
        FS_TEST(a_path_that_is_too_long_is_an_error),
        FS_TEST(what_cannot_be_looked_for_is_not_missing),
        FS_TEST(a_failure_of_the_disk_is_the_machines),
        FS_TEST(the_program_folder_holds_this_test),
        FS_TEST(the_home_is_the_first_that_is_set),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
