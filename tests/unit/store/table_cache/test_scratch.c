#include "store_fixture.h"

#include "store/table_cache/scratch.h"

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void a_scratch_folder_is_private_and_goes_with_its_content(void **state)
{
    struct scratch s = SCRATCH_NONE;
    struct stat st;

    (void)state;
    assert_ok(scratch_open(&home, &arena, &s, &err));
    assert_int_equal(stat(s.path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    assert_int_equal(entries(s.path), 0);
    assert_ok(fs_mkdirs(fs_join(s.path, "a/b", &arena, &err), "a", &err));
    scratch_close(&s);
    assert_int_equal(entries(home.build), 0);
    scratch_close(&s);
    scratch_close(&(struct scratch){.lock = -1});
}

static void two_jobs_have_two_folders(void **state)
{
    struct scratch a = SCRATCH_NONE;
    struct scratch b = SCRATCH_NONE;

    (void)state;
    assert_ok(scratch_open(&home, &arena, &a, &err));
    assert_ok(scratch_open(&home, &arena, &b, &err));
    assert_string_not_equal(a.path, b.path);
    scratch_close(&a);
    assert_int_equal(entries(home.build), 1);
    scratch_close(&b);
}

static void without_a_build_folder_it_is_an_error(void **state)
{
    struct scratch s = SCRATCH_NONE;
    uint64_t removed;

    (void)state;
    assert_int_equal(rmdir(home.build), 0);
    assert_int_equal(scratch_open(&home, &arena, &s, &err), ERR_NOT_FOUND);
    assert_int_equal(s.lock, -1);
    assert_ok(scratch_sweep(&home, &removed, &err));
}

/* A child that opens a scratch folder, says so, and waits to be killed. */
static pid_t open_in_child(void)
{
    int ready[2];
    pid_t child;
    char c;

    assert_int_equal(pipe(ready), 0);
    child = fork();
    if (child == 0) {
        struct scratch s = SCRATCH_NONE;

        if (scratch_open(&home, &arena, &s, &err) ||
            write(ready[1], "x", 1) != 1)
            _exit(1);
        (void)pause();
        _exit(0);
    }
    assert_int_equal(read(ready[0], &c, 1), 1);
    (void)close(ready[0]);
    (void)close(ready[1]);
    return child;
}

static void a_sweep_takes_the_folders_of_the_dead_only(void **state)
{
    struct scratch mine = SCRATCH_NONE;
    uint64_t removed;
    pid_t child;

    (void)state;
    assert_ok(scratch_open(&home, &arena, &mine, &err));
    child = open_in_child();
    assert_ok(scratch_sweep(&home, &removed, &err));
    assert_int_equal(removed, 0);
    assert_int_equal(entries(home.build), 2);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_ok(scratch_sweep(&home, &removed, &err));
    assert_int_equal(removed, 1);
    assert_int_equal(entries(home.build), 1);
    assert_int_equal(access(mine.path, F_OK), 0);
    scratch_close(&mine);
}

static void what_was_made_is_kept_under_a_new_name_only(void **state)
{
    struct scratch s;

    (void)state;
    write_file("taken", "x");
    assert_ok(scratch_open(&home, &arena, &s, &err));
    assert_ok(fs_write_atomic(fs_join(s.path, "f", &arena, &err), "f",
                              STR("made"), false, &err));
    assert_int_equal(scratch_keep(&s, in("taken"), "taken", &err),
                     ERR_CONFLICT);
    assert_int_equal(scratch_keep(&s, in("home"), "home", &err), ERR_CONFLICT);
    assert_string_equal(err.msg, "'home' exists already; name a new folder");
    assert_int_equal(scratch_keep(&s, in("taken/in"), "in", &err),
                     ERR_CONFLICT);
    assert_int_equal(scratch_keep(&s, in("no/such"), "such", &err),
                     ERR_NOT_FOUND);
    assert_ok(scratch_keep(&s, in("kept"), "kept", &err));
    assert_int_equal(s.lock, -1);
    assert_holds("kept/f", "made");
    assert_int_equal(entries(home.build), 0);
    scratch_close(&s);
    assert_holds("kept/f", "made");
}

static void a_sweep_follows_no_link_and_takes_no_file(void **state)
{
    uint64_t removed;

    (void)state;
    assert_ok(fs_mkdirs(in("outside"), "outside", &err));
    write_file("outside/kept", "x");
    write_file("home/cache/build/file", "x");
    assert_int_equal(symlink(in("outside"), in("home/cache/build/link")), 0);
    assert_ok(scratch_sweep(&home, &removed, &err));
    assert_int_equal(removed, 0);
    assert_holds("outside/kept", "x");
    assert_holds("home/cache/build/file", "x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_scratch_folder_is_private_and_goes_with_its_content),
        STORE_TEST(two_jobs_have_two_folders),
        STORE_TEST(without_a_build_folder_it_is_an_error),
        STORE_TEST(a_sweep_takes_the_folders_of_the_dead_only),
        STORE_TEST(what_was_made_is_kept_under_a_new_name_only),
        STORE_TEST(a_sweep_follows_no_link_and_takes_no_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
