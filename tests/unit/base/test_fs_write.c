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

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(writing_replaces_the_whole_file_and_leaves_nothing),
        FS_TEST(a_link_at_the_target_is_replaced_not_followed),
        FS_TEST(a_failed_write_says_why_and_leaves_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
