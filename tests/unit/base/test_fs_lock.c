#include "fs_fixture.h"

#include <signal.h>
#include <sys/wait.h>

static void two_locks_exclude_each_other(void **state)
{
    struct fs_lock one = FS_LOCK_NONE;
    struct fs_lock two = FS_LOCK_NONE;

    (void)state;
    assert_int_equal(fs_lock_open(in("l"), "l", 0, &one, &err), OK);
    assert_int_equal(fs_lock_try(in("l"), "l", &two, &err), OK);
    assert_int_equal(two.fd, -1);
    assert_int_equal(fs_lock_open(in("l"), "l", 20, &two, &err), ERR_TIMEOUT);
    assert_string_equal(err.msg, "'l' is in use by another process; try again");
    fs_lock_close(&one);
    fs_lock_close(&one);
    assert_int_equal(fs_lock_open(in("l"), "l", 0, &two, &err), OK);
    fs_lock_close(&two);
    assert_int_equal(fs_lock_open(in("no/l"), "l", 0, &two, &err),
                     ERR_NOT_FOUND);
}

static void a_lock_dies_with_its_holder(void **state)
{
    struct fs_lock lock = FS_LOCK_NONE;
    int ready[2];
    pid_t child;
    char c;

    (void)state;
    assert_int_equal(pipe(ready), 0);
    child = fork();
    if (child == 0) {
        enum err rc = fs_lock_open(in("l"), "l", 0, &lock, &err);

        if (rc != OK || write(ready[1], "x", 1) != 1)
            _exit(1);
        (void)pause();
        _exit(0);
    }
    assert_int_equal(read(ready[0], &c, 1), 1);
    assert_int_equal(fs_lock_try(in("l"), "l", &lock, &err), OK);
    assert_int_equal(lock.fd, -1);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(fs_lock_open(in("l"), "l", 10000, &lock, &err), OK);
    assert_int_equal(waitpid(child, NULL, 0), child);
    fs_lock_close(&lock);
    (void)close(ready[0]);
    (void)close(ready[1]);
}

static void a_removed_lock_file_excludes_nobody_by_mistake(void **state)
{
    struct fs_lock one = FS_LOCK_NONE;
    struct fs_lock two = FS_LOCK_NONE;

    (void)state;
    assert_int_equal(fs_lock_open(in("l"), "l", 0, &one, &err), OK);
    assert_int_equal(unlink(in("l")), 0);
    assert_int_equal(fs_lock_open(in("l"), "l", 0, &two, &err), OK);
    assert_int_equal(access(in("l"), F_OK), 0);
    fs_lock_close(&one);
    fs_lock_close(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(two_locks_exclude_each_other),
        FS_TEST(a_lock_dies_with_its_holder),
        FS_TEST(a_removed_lock_file_excludes_nobody_by_mistake),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
