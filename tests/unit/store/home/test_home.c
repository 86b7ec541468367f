#include "home_fixture.h"

#include <sys/stat.h>

static void a_home_is_made_with_all_its_folders(void **state)
{
    const char *const parts[] = {home.cache, home.seen, home.mapped, home.locks,
                                 home.build};
    struct stat st;

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(stat(parts[i], &st), 0);
        assert_true(S_ISDIR(st.st_mode));
        assert_int_equal(st.st_mode & 0777, 0700);
    }
    assert_string_equal(home.path, in("home"));
    assert_ok(home_open(in("home"), &arena, &home, &err));
}

static void a_home_that_cannot_be_made_is_named_as_it_was_given(void **state)
{
    struct home h;
    struct str expected;

    (void)state;
    write_file("file", "");
    assert_int_equal(home_open(in("file/home"), &arena, &h, &err),
                     ERR_FILE_WRITE_FAILED);
    assert_ok(str_printf(&arena, &expected, &err, "cannot make folder '%s",
                         in("file/home")));
    assert_int_equal(strncmp(err.msg, expected.p, expected.n), 0);
    assert_int_equal(home_open("/proc/none", &arena, &h, &err),
                     ERR_FILE_WRITE_FAILED);
}

static void the_default_home_is_named_and_its_path_is_not(void **state)
{
    struct home h;

    (void)state;
    write_file("file", "");
    assert_int_equal(setenv("QUARRY_HOME", in("file/home"), 1), 0);
    assert_int_equal(home_open(NULL, &arena, &h, &err), ERR_FILE_WRITE_FAILED);
    assert_int_equal(unsetenv("QUARRY_HOME"), 0);
    assert_non_null(strstr(err.msg, "'$QUARRY_HOME"));
    assert_null(strstr(err.msg, "file/home"));
}

static void no_folder_of_the_home_is_a_link(void **state)
{
    const char *const parts[] = {"cache", "cache/seen", "cache/locks",
                                 "cache/build", "dirs"};

    (void)state;
    assert_ok(fs_mkdirs(in("else"), "else", &err));
    for (size_t i = 0; i < 5; i++) {
        struct home h;
        struct str name, part;

        assert_ok(str_printf(&arena, &name, &err, "linked-%zu", i));
        assert_ok(str_printf(&arena, &part, &err, "%s/%s", name.p, parts[i]));
        assert_ok(fs_mkdirs(in(name.p), name.p, &err));
        if (i > 0 && i < 4) {
            struct str cache;

            assert_ok(str_printf(&arena, &cache, &err, "%s/cache", name.p));
            assert_ok(fs_mkdirs(in(cache.p), "cache", &err));
        }
        assert_int_equal(symlink(in("else"), in(part.p)), 0);
        if (i < 4) {
            assert_int_equal(home_open(in(name.p), &arena, &h, &err),
                             ERR_SANDBOX_VIOLATION);
        } else {
            assert_ok(home_open(in(name.p), &arena, &h, &err));
            assert_null(home_draft_of(&h, in("else"), &arena, &err));
            assert_int_equal(err.code, ERR_SANDBOX_VIOLATION);
        }
        assert_int_equal(rmdir(in("else")), 0); /* nothing was made there */
        assert_ok(fs_mkdirs(in("else"), "else", &err));
    }
}

static void the_home_itself_may_be_a_link(void **state)
{
    struct home h;

    (void)state;
    assert_ok(fs_mkdirs(in("disk"), "disk", &err));
    assert_int_equal(symlink(in("disk"), in("linked")), 0);
    assert_ok(home_open(in("linked"), &arena, &h, &err));
}

static void a_home_whose_path_no_worker_could_be_given_is_refused(void **state)
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
        HOME_TEST(a_home_is_made_with_all_its_folders),
        HOME_TEST(a_home_that_cannot_be_made_is_named_as_it_was_given),
        HOME_TEST(the_default_home_is_named_and_its_path_is_not),
        HOME_TEST(no_folder_of_the_home_is_a_link),
        HOME_TEST(the_home_itself_may_be_a_link),
        HOME_TEST(a_home_whose_path_no_worker_could_be_given_is_refused),
        HOME_TEST(a_served_folder_has_one_draft_however_it_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
