#include "base/fs_fixture.h"

#include "tables/target.h"

#include <stdio.h>
#include <sys/stat.h>

static struct target target;

static int set_up_target(void **state)
{
    target = TARGET_NONE;
    return set_up(state);
}

static int tear_down_target(void **state)
{
    target_close(&target);
    return tear_down(state);
}

static enum err open_below_draft(const char *path, bool overwrite)
{
    target_close(&target);
    return target_open(in("draft"), str_from(path), overwrite, &arena, &target,
                       &err);
}

static enum err open_anywhere(const char *path, bool overwrite)
{
    target_close(&target);
    return target_open(NULL, str_from(path), overwrite, &arena, &target, &err);
}

static void put(const char *text)
{
    assert_int_equal(write(target.fd, text, strlen(text)), strlen(text));
}

static void assert_ok(enum err rc)
{
    if (rc)
        fail_msg("%s: %s", err_name(rc), err.msg);
}

static void assert_refused(const char *path)
{
    assert_int_equal(open_below_draft(path, true), ERR_SANDBOX_VIOLATION);
    assert_non_null(strstr(err.msg, "give a path inside the draft folder"));
    assert_null(strstr(err.msg, folder));
    assert_int_equal(target.fd, -1);
}

static void a_file_appears_whole_and_only_when_committed(void **state)
{
    (void)state;
    assert_ok(open_below_draft("out.csv", false));
    put("a,b\n");
    assert_int_not_equal(access(in("draft/out.csv"), F_OK), 0);
    assert_ok(target_commit(&target, &err));
    assert_holds("draft/out.csv", "a,b\n");
    target_close(&target);
    target_close(&target);
    assert_int_equal(entries(in("draft")), 1);
}

static void what_is_not_committed_leaves_nothing(void **state)
{
    (void)state;
    assert_ok(open_below_draft("out.csv", false));
    put("half");
    assert_int_equal(entries(in("draft")), 1);
    target_close(&target);
    assert_int_equal(entries(in("draft")), 0);
}

static void folders_made_for_nothing_go_too(void **state)
{
    (void)state;
    assert_ok(fs_mkdirs(in("draft/there"), "draft", &err));
    assert_ok(open_below_draft("there/a/b/out.csv", false));
    assert_int_equal(access(in("draft/there/a/b"), F_OK), 0);
    target_close(&target);
    assert_int_equal(entries(in("draft/there")), 0);
    assert_ok(open_below_draft("a/b/out.csv", false));
    target_close(&target);
    assert_int_equal(entries(in("draft")), 1);
    /* unless somebody uses them by now */
    assert_ok(open_below_draft("a/b/out.csv", false));
    write_file("draft/a/other", "x");
    target_close(&target);
    assert_int_equal(entries(in("draft/a")), 1);
    /* a name that fails after its folders were made */
    write_file("draft/a/file", "x");
    assert_int_equal(open_below_draft("c/d/", false), ERR_SANDBOX_VIOLATION);
    assert_int_equal(open_below_draft("a/file/d/out.csv", false),
                     ERR_SANDBOX_VIOLATION);
    target_close(&target);
    assert_int_equal(entries(in("draft/a")), 2);
}

static void folders_below_the_draft_are_made(void **state)
{
    (void)state;
    assert_ok(open_below_draft("a/b/out.csv", false));
    put("x");
    assert_ok(target_commit(&target, &err));
    assert_holds("draft/a/b/out.csv", "x");
    assert_ok(open_below_draft("a/b/second.csv", false));
    assert_ok(open_below_draft("..out.csv", false));
    assert_ok(open_below_draft("...", false));
}

static void a_path_that_leaves_the_draft_is_a_violation(void **state)
{
    static const char *const paths[] = {
        "..",          "../out.csv",  "a/../../out.csv", "a/..",  ".",
        "./out.csv",   "a/./out.csv", "a//out.csv",      "a/",    "/",
        "/etc/passwd", "//out.csv",   "a/b/../out.csv",  "/../x", "a/b/c/.."};

    (void)state;
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
        assert_refused(paths[i]);
    assert_int_not_equal(access(in("draft/a"), F_OK), 0); /* nothing made */
    assert_int_equal(open_below_draft("", true), ERR_VALIDATION_FAILED);
    assert_int_equal(
        target_open(in("draft"), STR("a\0b"), true, &arena, &target, &err),
        ERR_VALIDATION_FAILED);
}

static void a_link_in_any_folder_of_the_path_is_a_violation(void **state)
{
    (void)state;
    assert_int_equal(mkdir(in("outside"), 0700), 0);
    assert_ok(fs_mkdirs(in("draft/a/b"), "draft", &err));
    assert_int_equal(symlink(in("outside"), in("draft/first")), 0);
    assert_int_equal(symlink("../../../outside", in("draft/a/b/last")), 0);
    assert_int_equal(symlink(".", in("draft/self")), 0);
    write_file("draft/file", "x");
    assert_refused("first/out.csv");
    assert_refused("a/b/last/out.csv");
    assert_refused("self/out.csv");
    assert_refused("file/out.csv");
    assert_int_equal(entries(in("outside")), 0);
}

static void a_link_in_the_files_place_is_not_followed(void **state)
{
    (void)state;
    write_file("outside", "kept");
    assert_int_equal(mkdir(in("draft"), 0700), 0);
    assert_int_equal(symlink(in("outside"), in("draft/out.csv")), 0);
    assert_int_equal(symlink(in("nowhere"), in("draft/dangling.csv")), 0);
    assert_int_equal(open_below_draft("out.csv", false), ERR_CONFLICT);
    assert_int_equal(open_below_draft("out.csv", true), ERR_CONFLICT);
    assert_int_equal(open_below_draft("dangling.csv", true), ERR_CONFLICT);
    assert_string_equal(err.msg, "'dangling.csv' exists and is not a file");
    assert_holds("outside", "kept");
    assert_int_not_equal(access(in("nowhere"), F_OK), 0);
}

/* Swapped in between check and commit: the link goes, not what it names. */
static void a_link_swapped_in_later_is_replaced_not_followed(void **state)
{
    (void)state;
    write_file("outside", "kept");
    assert_ok(open_below_draft("out.csv", true));
    put("new");
    assert_int_equal(symlink(in("outside"), in("draft/out.csv")), 0);
    assert_ok(target_commit(&target, &err));
    assert_holds("outside", "kept");
    assert_holds("draft/out.csv", "new");
}

static void a_folder_swapped_for_a_link_changes_nothing(void **state)
{
    (void)state;
    assert_int_equal(mkdir(in("outside"), 0700), 0);
    assert_ok(open_below_draft("a/out.csv", false));
    put("x");
    assert_int_equal(rename(in("draft/a"), in("draft/moved")), 0);
    assert_int_equal(symlink(in("outside"), in("draft/a")), 0);
    assert_ok(target_commit(&target, &err));
    assert_int_equal(entries(in("outside")), 0);
    assert_holds("draft/moved/out.csv", "x");
}

static void an_existing_file_is_a_conflict_unless_asked(void **state)
{
    (void)state;
    assert_int_equal(mkdir(in("draft"), 0700), 0);
    write_file("draft/out.csv", "old");
    assert_int_equal(open_below_draft("out.csv", false), ERR_CONFLICT);
    assert_string_equal(err.msg, "'out.csv' exists; choose another name");
    assert_int_equal(entries(in("draft")), 1);
    assert_ok(open_below_draft("out.csv", true));
    put("new");
    assert_holds("draft/out.csv", "old");
    assert_ok(target_commit(&target, &err));
    assert_holds("draft/out.csv", "new");
    assert_int_equal(mkdir(in("draft/sub"), 0700), 0);
    assert_int_equal(open_below_draft("sub", true), ERR_CONFLICT);
}

static void a_file_that_appears_meanwhile_is_a_conflict(void **state)
{
    (void)state;
    assert_ok(open_below_draft("out.csv", false));
    put("mine");
    write_file("draft/out.csv", "theirs");
    assert_int_equal(target_commit(&target, &err), ERR_CONFLICT);
    target_close(&target);
    assert_holds("draft/out.csv", "theirs");
    assert_int_equal(entries(in("draft")), 1);
}

static void the_users_own_path_may_lie_anywhere(void **state)
{
    char here[4096];

    (void)state;
    assert_int_equal(mkdir(in("real"), 0700), 0);
    assert_int_equal(symlink(in("real"), in("link")), 0);
    assert_ok(open_anywhere(in("link/../real/out.csv"), false));
    put("x");
    assert_ok(target_commit(&target, &err));
    assert_holds("real/out.csv", "x");
    assert_ok(open_anywhere(in("link/two.csv"), false));
    assert_ok(target_commit(&target, &err));
    assert_holds("real/two.csv", "");
    assert_non_null(getcwd(here, sizeof(here)));
    assert_int_equal(chdir(in("real")), 0);
    assert_ok(open_anywhere("three.csv", false));
    assert_ok(target_commit(&target, &err));
    assert_int_equal(chdir(here), 0);
    assert_holds("real/three.csv", "");
    target_close(&target);
    assert_int_equal(entries(in("real")), 3);
}

static void a_missing_folder_and_a_folders_name_are_distinguished(void **state)
{
    (void)state;
    assert_int_equal(open_anywhere(in("none/out.csv"), false), ERR_NOT_FOUND);
    assert_int_equal(open_anywhere(in(""), false), ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "names a folder; name a file"));
    assert_int_equal(open_anywhere(folder, true), ERR_CONFLICT);
}

static void a_name_that_is_too_long_fails_before_the_work(void **state)
{
    char name[400] = {0};

    (void)state;
    memset(name, 'x', sizeof(name) - 1);
    assert_int_equal(open_below_draft(name, false), ERR_FILE_WRITE_FAILED);
    assert_int_equal(entries(in("draft")), 0);
}

/* Process ids repeat, in containers nearly always. */
static void what_a_dead_process_left_is_in_nobodys_way(void **state)
{
    struct str name;

    (void)state;
    assert_int_equal(mkdir(in("draft"), 0700), 0);
    for (int i = 0; i < 100; i++) {
        assert_ok(str_printf(&arena, &name, &err, "draft/.quarry-%ld-%d.tmp",
                             (long)getpid(), i));
        write_file(name.p, "");
    }
    assert_ok(open_below_draft("out.csv", false));
    assert_ok(target_commit(&target, &err));
    assert_holds("draft/out.csv", "");
}

#define TARGET_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_target, tear_down_target)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TARGET_TEST(a_file_appears_whole_and_only_when_committed),
        TARGET_TEST(what_is_not_committed_leaves_nothing),
        TARGET_TEST(folders_made_for_nothing_go_too),
        TARGET_TEST(folders_below_the_draft_are_made),
        TARGET_TEST(a_path_that_leaves_the_draft_is_a_violation),
        TARGET_TEST(a_link_in_any_folder_of_the_path_is_a_violation),
        TARGET_TEST(a_link_in_the_files_place_is_not_followed),
        TARGET_TEST(a_link_swapped_in_later_is_replaced_not_followed),
        TARGET_TEST(a_folder_swapped_for_a_link_changes_nothing),
        TARGET_TEST(an_existing_file_is_a_conflict_unless_asked),
        TARGET_TEST(a_file_that_appears_meanwhile_is_a_conflict),
        TARGET_TEST(the_users_own_path_may_lie_anywhere),
        TARGET_TEST(a_missing_folder_and_a_folders_name_are_distinguished),
        TARGET_TEST(a_name_that_is_too_long_fails_before_the_work),
        TARGET_TEST(what_a_dead_process_left_is_in_nobodys_way),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
