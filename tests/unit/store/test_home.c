#include "store_fixture.h"

#include <sys/stat.h>

static void a_home_is_made_with_all_its_folders(void **state)
{
    const char *const parts[] = {home.cache, home.seen, home.locks, home.build};
    struct stat st;

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(stat(parts[i], &st), 0);
        assert_true(S_ISDIR(st.st_mode));
        assert_int_equal(st.st_mode & 0777, 0700);
    }
    assert_string_equal(home.path, in("home"));
    assert_ok(home_open(in("home"), &arena, &home, &err));
}

static void a_home_that_cannot_be_made_is_an_error_without_its_path(
    void **state)
{
    struct home h;

    (void)state;
    write_file("file", "");
    assert_int_equal(home_open(in("file/home"), &arena, &h, &err),
                     ERR_FILE_WRITE_FAILED);
    assert_string_equal(
        err.msg, "cannot make folder 'the home folder': not a directory");
}

static void a_home_whose_path_no_worker_could_be_told_is_refused(void **state)
{
    struct home h;

    (void)state;
    assert_int_equal(home_open(in("caf\xe9"), &arena, &h, &err),
                     ERR_VALIDATION_FAILED);
    assert_int_not_equal(access(in("caf\xe9"), F_OK), 0);
    assert_ok(home_open(in("caf\xc3\xa9"), &arena, &h, &err));
}

static void a_served_folder_has_one_draft_however_it_is_named(void **state)
{
    const char *a;
    const char *b;

    (void)state;
    assert_ok(fs_mkdirs(in("one/sub"), "one", &err));
    assert_ok(fs_mkdirs(in("two"), "two", &err));
    assert_int_equal(symlink(in("one"), in("link")), 0);
    a = home_draft_of(&home, in("one"), &arena, &err);
    assert_non_null(a);
    assert_int_equal(access(a, W_OK), 0);
    assert_int_equal(strncmp(a, home.path, strlen(home.path)), 0);
    b = home_draft_of(&home, in("one/sub/.."), &arena, &err);
    assert_string_equal(a, b);
    assert_string_equal(home_draft_of(&home, in("link"), &arena, &err), a);
    b = home_draft_of(&home, in("two"), &arena, &err);
    assert_string_not_equal(a, b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_home_is_made_with_all_its_folders),
        STORE_TEST(a_home_that_cannot_be_made_is_an_error_without_its_path),
        STORE_TEST(a_home_whose_path_no_worker_could_be_told_is_refused),
        STORE_TEST(a_served_folder_has_one_draft_however_it_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
