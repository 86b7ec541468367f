#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/read_at.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static void bytes_come_from_the_offset_and_end_with_the_file(void **state)
{
    FILE *f = tmpfile();
    char to[8] = {0};

    (void)state;
    assert_non_null(f);
    assert_int_equal(fputs("0123456789", f), 1);
    assert_int_equal(fflush(f), 0);
    assert_int_equal(read_at(fileno(f), to, 4, 3), 4);
    assert_memory_equal(to, "3456", 4);
    assert_int_equal(read_at(fileno(f), to, sizeof(to), 8), 2);
    assert_memory_equal(to, "89", 2);
    assert_int_equal(read_at(fileno(f), to, sizeof(to), 10), 0);
    assert_int_equal(fclose(f), 0);
}

static void what_cannot_be_read_is_reported_by_errno(void **state)
{
    char to[8];
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    errno = 0;
    assert_int_equal(read_at(fds[0], to, sizeof(to), 0), -1);
    assert_int_equal(errno, ESPIPE);
    (void)close(fds[0]);
    (void)close(fds[1]);
}

static void bytes_are_written_at_the_offset(void **state)
{
    FILE *f = tmpfile();
    char to[8] = {0};

    (void)state;
    assert_non_null(f);
    assert_true(write_at(fileno(f), "abcd", 4, 3));
    assert_true(write_at(fileno(f), "X", 1, 4));
    assert_true(write_at(fileno(f), "", 0, 100));
    assert_int_equal(read_at(fileno(f), to, sizeof(to), 0), 7);
    assert_memory_equal(to, "\0\0\0aXcd", 7);
    assert_int_equal(fclose(f), 0);
}

static void what_cannot_be_written_is_reported_by_errno(void **state)
{
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    errno = 0;
    assert_false(write_at(fds[1], "abcd", 4, 0));
    assert_int_equal(errno, ESPIPE);
    (void)close(fds[0]);
    (void)close(fds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_come_from_the_offset_and_end_with_the_file),
        cmocka_unit_test(what_cannot_be_read_is_reported_by_errno),
        cmocka_unit_test(bytes_are_written_at_the_offset),
        cmocka_unit_test(what_cannot_be_written_is_reported_by_errno),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
