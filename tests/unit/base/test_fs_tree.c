#include "fs_fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void a_tree_is_removed_and_links_are_not_followed(void **state)
{
    (void)state;
    assert_int_equal(fs_mkdirs(in("outside"), "o", &err), OK);
    write_file("outside/precious", "kept");
    assert_int_equal(fs_mkdirs(in("t/a/b"), "t", &err), OK);
    write_file("t/a/f", "x");
    assert_int_equal(symlink(in("outside"), in("t/a/link")), 0);
    assert_int_equal(symlink(in("nowhere"), in("t/dangling")), 0);
    assert_int_equal(fs_remove_tree(in("t"), "t", &err), OK);
    assert_holds("outside/precious", "kept");
    assert_int_equal(entries(folder), 1);
    assert_int_equal(symlink(in("outside"), in("link")), 0);
    assert_int_equal(fs_remove_tree(in("link"), "link", &err), OK);
    assert_holds("outside/precious", "kept");
    assert_int_equal(fs_remove_tree(in("not there"), "n", &err), OK);
}

static void make_deep(void)
{
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    for (int i = 0; i < FS_TREE_MAX_DEPTH * 3; i++) {
        int below;

        assert_int_equal(mkdirat(at, "d", 0700), 0);
        below = openat(at, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        (void)close(at);
        at = below;
    }
    assert_int_equal(mkdirat(at, "last", 0700), 0);
    (void)close(at);
}

static void no_tree_is_too_deep_to_be_removed(void **state)
{
    (void)state;
    make_deep();
    write_file("d/d/f", "x");
    assert_int_equal(fs_remove_tree(in("d"), "deep", &err), OK);
    assert_int_equal(entries(folder), 0);
}

#define NOBODY 65534

/* A mode is nothing to root: tried as somebody else. */
static void no_folder_is_closed_to_its_owner(void **state)
{
    int status = -1;
    pid_t pid;

    (void)state;
    assert_int_equal(chmod(folder, 0777), 0);
    pid = fork();
    if (pid == 0) {
        if (getuid() == 0 && setresuid(NOBODY, NOBODY, NOBODY) != 0)
            _exit(2);
        if (mkdir(in("t"), 0700) != 0 || mkdir(in("t/a"), 0700) != 0 ||
            mkdir(in("t/a/b"), 0) != 0 || chmod(in("t/a"), 0) != 0)
            _exit(3);
        _exit(fs_remove_tree(in("t"), "t", &err) ? 4 : 0);
    }
    assert_true(pid > 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_equal(entries(folder), 0);
}

static enum err open_below(const char *relative, enum fs_below links)
{
    int fd = -1;
    enum err rc =
        fs_open_below(in("root"), relative, O_RDONLY, links, &fd, &err);

    assert_true((rc == OK) == (fd >= 0));
    fs_close(&fd);
    return rc;
}

static void make_root(void)
{
    assert_int_equal(fs_mkdirs(in("root/sub"), "root", &err), OK);
    write_file("secret", "s");
    write_file("root/sub/f", "x");
    assert_int_equal(symlink("sub/f", in("root/inside")), 0);
    assert_int_equal(symlink("../secret", in("root/outside")), 0);
    assert_int_equal(symlink(in("secret"), in("root/absolute")), 0);
    assert_int_equal(symlink("..", in("root/sub/up")), 0);
}

static void a_path_below_the_root_opens(void **state)
{
    (void)state;
    make_root();
    assert_int_equal(open_below("sub/f", FS_BELOW_NO_LINKS), OK);
    assert_int_equal(open_below("./sub/../sub/f", FS_BELOW_NO_LINKS), OK);
    assert_int_equal(open_below("inside", FS_BELOW_LINKS), OK);
    assert_int_equal(open_below("sub/up/sub/f", FS_BELOW_LINKS), OK);
    assert_int_equal(open_below("sub/g", FS_BELOW_NO_LINKS), ERR_NOT_FOUND);
    assert_string_equal(err.msg,
                        "cannot open 'sub/g': no such file or directory");
}

static void a_path_that_leaves_the_root_is_a_violation(void **state)
{
    static const char *const bad[] = {
        "..",        "../secret",           "../nowhere",       "/etc/passwd",
        "/no/where", "sub/../../secret",    "sub/up/../secret", "outside",
        "absolute",  "sub/../../root/sub/f"};

    (void)state;
    make_root();
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        if (open_below(bad[i], FS_BELOW_LINKS) != ERR_SANDBOX_VIOLATION)
            fail_msg("'%s' did not violate: %s", bad[i], err.msg);
        assert_null(strstr(err.msg, folder + 5));
    }
}

static void any_link_is_a_violation_when_links_are_not_allowed(void **state)
{
    static const char *const bad[] = {"inside", "outside", "absolute",
                                      "sub/up/sub/f"};

    (void)state;
    make_root();
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(open_below(bad[i], FS_BELOW_NO_LINKS),
                         ERR_SANDBOX_VIOLATION);
}

static void a_file_may_be_made_below_the_root_once(void **state)
{
    int flags = O_WRONLY | O_CREAT | O_EXCL;
    struct stat st;
    int fd = -1;

    (void)state;
    make_root();
    assert_int_equal(fs_open_below(in("root"), "sub/new", flags,
                                   FS_BELOW_NO_LINKS, &fd, &err),
                     OK);
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    fs_close(&fd);
    assert_int_equal(fs_open_below(in("root"), "sub/new", flags,
                                   FS_BELOW_NO_LINKS, &fd, &err),
                     ERR_FILE_WRITE_FAILED);
    assert_string_equal(err.msg, "cannot open 'sub/new': file exists");
    assert_int_equal(fs_open_below(in("root"), "../evil", flags,
                                   FS_BELOW_NO_LINKS, &fd, &err),
                     ERR_SANDBOX_VIOLATION);
    assert_int_equal(access(in("evil"), F_OK), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(a_tree_is_removed_and_links_are_not_followed),
        FS_TEST(no_tree_is_too_deep_to_be_removed),
        FS_TEST(no_folder_is_closed_to_its_owner),
        FS_TEST(a_path_below_the_root_opens),
        FS_TEST(a_path_that_leaves_the_root_is_a_violation),
        FS_TEST(any_link_is_a_violation_when_links_are_not_allowed),
        FS_TEST(a_file_may_be_made_below_the_root_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
