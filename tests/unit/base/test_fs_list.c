#include "base/fs_fixture.h"

#include "base/fs_walk.h"

#include <unistd.h>

static void a_walk_says_what_it_passed_over(void **state)
{
    struct fs_tree t;

    (void)state;
    assert_int_equal(fs_mkdirs(in("d/sub"), "x", &err), OK);
    assert_int_equal(fs_mkdirs(in("d/.git"), "x", &err), OK);
    write_file("d/b.md", "b");
    write_file("d/sub/a.md", "a");
    write_file("d/.git/config", "c");
    assert_int_equal(symlink("b.md", in("d/link.md")), 0);
    assert_int_equal(fs_walk_tree(in("d"), "x", &arena, &t, &err), OK);
    assert_int_equal(t.n, 2);
    assert_true(str_is(t.files[0], "b.md"));
    assert_true(str_is(t.files[1], "sub/a.md"));
    assert_int_equal(t.n_passed, 2);
    assert_true(str_is(t.passed[0].path, ".git"));
    assert_int_equal(t.passed[0].why, FS_HIDDEN);
    assert_true(str_is(t.passed[1].path, "link.md"));
    assert_int_equal(t.passed[1].why, FS_LINK);
}

static void a_list_has_the_files_alone(void **state)
{
    struct str *list;
    size_t n;

    (void)state;
    assert_int_equal(fs_mkdirs(in("d/sub"), "x", &err), OK);
    write_file("d/sub/a.md", "a");
    assert_int_equal(symlink("sub", in("d/link")), 0);
    assert_int_equal(fs_list_tree(in("d"), "x", &arena, &list, &n, &err), OK);
    assert_int_equal(n, 1);
    assert_true(str_is(list[0], "sub/a.md"));
}

static void a_folder_that_is_not_there_is_an_error(void **state)
{
    struct fs_tree t;

    (void)state;
    assert_int_not_equal(fs_walk_tree(in("none"), "x", &arena, &t, &err), OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_walk_says_what_it_passed_over, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_list_has_the_files_alone, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_folder_that_is_not_there_is_an_error,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
