#include "cli/progress.h"

#include "base/fs_fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* What `c` makes of three files, on a standard error that is no terminal. */
static struct str lines_of(const struct cli *c)
{
    int saved = dup(STDERR_FILENO);
    int fd = open(in("stderr"), O_RDWR | O_CREAT | O_TRUNC, 0600);
    struct bases_progress p;
    struct str text;

    assert_true(saved >= 0 && fd >= 0);
    (void)fflush(stderr);
    (void)dup2(fd, STDERR_FILENO);
    progress_set_pause(0);
    p = progress_of_files(c);
    if (p.report) {
        p.measure(p.ctx, "reading", 2000000);
        p.report(p.ctx, 1, 3);
        p.measure(p.ctx, "indexing", 10);
        p.report(p.ctx, 2, 3);
    }
    (void)fflush(stderr);
    (void)dup2(saved, STDERR_FILENO);
    (void)close(saved);
    (void)close(fd);
    assert_int_equal(fs_read_file(in("stderr"), "x", 4096, &arena, &text, &err),
                     OK);
    return text;
}

static void a_pipe_gets_lines_of_files_rate_and_time_left(void **state)
{
    const struct cli c = {0};
    struct str text = lines_of(&c);

    (void)state;
    assert_non_null(strstr(text.p, "reading: 1 of 3 files, "));
    assert_non_null(strstr(text.p, "indexing: 2 of 3 files, "));
    assert_non_null(strstr(text.p, " MB/s, "));
    assert_non_null(strstr(text.p, " s left\n"));
}

static void with_quiet_there_are_none(void **state)
{
    struct cli c = {0};

    (void)state;
    c.args.set |= OPT_BIT(QUIET);
    assert_int_equal(lines_of(&c).n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_pipe_gets_lines_of_files_rate_and_time_left, set_up, tear_down),
        cmocka_unit_test_setup_teardown(with_quiet_there_are_none, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
