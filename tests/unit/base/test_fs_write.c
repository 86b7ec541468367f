#include "fs_fixture.h"

static void writing_replaces_the_whole_file_and_leaves_nothing(void **state)
{
    (void)state;
    write_file("f", "a long first content");
    assert_int_equal(fs_write_atomic(in("f"), "f", STR("new"), true, &err), OK);
    assert_holds("f", "new");
    assert_int_equal(entries(folder), 1);
}

static void a_link_at_the_target_is_replaced_not_followed(void **state)
{
    (void)state;
    write_file("precious", "kept");
    assert_int_equal(symlink(in("precious"), in("link")), 0);
    write_file("link", "new");
    assert_holds("precious", "kept");
    assert_holds("link", "new");
}

static void a_failed_write_says_why_and_leaves_nothing(void **state)
{
    (void)state;
    assert_int_equal(fs_write_atomic(in("no/f"), "f", STR("x"), false, &err),
                     ERR_NOT_FOUND);
    assert_int_equal(fs_mkdirs(in("d/e"), "d", &err), OK);
    assert_int_equal(fs_write_atomic(in("d"), "d", STR("x"), false, &err),
                     ERR_FILE_WRITE_FAILED);
    assert_string_equal(err.msg, "cannot write 'd': is a directory");
    assert_int_equal(entries(folder), 1);
}

static void a_file_without_a_name_is_written_and_read(void **state)
{
    char bytes[4] = {0};
    int fd = -1;

    (void)state;
    assert_int_equal(fs_open_unnamed(in("f"), "f", &fd, &err), OK);
    assert_int_equal(entries(folder), 0);
    assert_int_equal(fs_append(fd, "f", STR("abc"), &err), OK);
    assert_int_equal(pread(fd, bytes, 3, 0), 3);
    assert_string_equal(bytes, "abc");
    fs_close(&fd);
}

static void what_is_there_is_never_taken_for_an_unnamed_file(void **state)
{
    int fd = -1;

    (void)state;
    write_file("f", "kept");
    assert_int_equal(symlink(in("none"), in("link")), 0);
    assert_int_equal(fs_open_unnamed(in("f"), "f", &fd, &err),
                     ERR_FILE_WRITE_FAILED);
    assert_string_equal(err.msg, "cannot make 'f': file exists");
    assert_int_equal(fs_open_unnamed(in("link"), "f", &fd, &err),
                     ERR_FILE_WRITE_FAILED);
    assert_int_equal(fd, -1);
    assert_holds("f", "kept");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(writing_replaces_the_whole_file_and_leaves_nothing),
        FS_TEST(a_link_at_the_target_is_replaced_not_followed),
        FS_TEST(a_failed_write_says_why_and_leaves_nothing),
        FS_TEST(a_file_without_a_name_is_written_and_read),
        FS_TEST(what_is_there_is_never_taken_for_an_unnamed_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
