#include "base/fs_fixture.h"

#include "base/fs_walk.h"

#include <sys/stat.h>
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
    assert_int_equal(t.n_skipped, 2);
    assert_true(str_is(t.skipped[0].path, ".git"));
    assert_int_equal(t.skipped[0].why, FS_SKIPPED_HIDDEN);
    assert_true(str_is(t.skipped[1].path, "link.md"));
    assert_int_equal(t.skipped[1].why, FS_SKIPPED_LINK);
}

static void what_is_no_file_is_passed(void **state)
{
    struct fs_tree t;

    (void)state;
    assert_int_equal(fs_mkdirs(in("d"), "x", &err), OK);
    assert_int_equal(mkfifo(in("d/pipe"), 0600), 0);
    assert_int_equal(fs_walk_tree(in("d"), "x", &arena, &t, &err), OK);
    assert_int_equal(t.n, 0);
    assert_int_equal(t.n_skipped, 1);
    assert_int_equal(t.skipped[0].why, FS_SKIPPED_SPECIAL);
}

/* To root no folder is closed. */
static enum err walk_as_nobody(struct fs_tree *t)
{
    uid_t was = geteuid();
    const char *path = in("d");
    enum err rc;

    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(chmod(path, 0755), 0);
    if (was == 0)
        assert_int_equal(seteuid(65534), 0);
    rc = fs_walk_tree(path, "x", &arena, t, &err);
    assert_int_equal(seteuid(was), 0);
    return rc;
}

static void what_may_not_be_looked_at_is_passed(void **state)
{
    struct fs_tree t;

    (void)state;
    assert_int_equal(fs_mkdirs(in("d/locked"), "x", &err), OK);
    assert_int_equal(fs_mkdirs(in("d/names"), "x", &err), OK);
    write_file("d/a.md", "a");
    write_file("d/locked/b.md", "b");
    write_file("d/names/c.md", "c");
    write_file("d/names/.d", "d");
    assert_int_equal(chmod(in("d/locked"), 0), 0);
    assert_int_equal(chmod(in("d/names"), 0444), 0);
    assert_int_equal(walk_as_nobody(&t), OK);
    assert_int_equal(t.n, 1);
    assert_int_equal(t.n_skipped, 3);
    assert_true(str_is(t.skipped[0].path, "locked"));
    assert_int_equal(t.skipped[0].why, FS_SKIPPED_CLOSED);
    assert_true(str_is(t.skipped[1].path, "names/.d"));
    assert_int_equal(t.skipped[1].why, FS_SKIPPED_HIDDEN);
    assert_true(str_is(t.skipped[2].path, "names/c.md"));
    assert_int_equal(t.skipped[2].why, FS_SKIPPED_CLOSED);
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
        cmocka_unit_test_setup_teardown(what_is_no_file_is_passed, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_may_not_be_looked_at_is_passed,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_list_has_the_files_alone, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_folder_that_is_not_there_is_an_error,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
