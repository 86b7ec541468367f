#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/stdio/stop.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

static bool is_raised(const struct stop *s)
{
    struct pollfd p = {.fd = s->fd, .events = POLLIN};

    return poll(&p, 1, 0) > 0;
}

static void a_signal_makes_the_descriptor_readable_for_good(void **state)
{
    struct stop s;
    struct error e = {0};

    (void)state;
    assert_int_equal(stop_open(&s, &e), OK);
    assert_false(is_raised(&s));
    assert_int_equal(raise(SIGTERM), 0);
    assert_true(is_raised(&s));
    assert_true(is_raised(&s));
    stop_close(&s);
}

static void writing_to_a_closed_pipe_is_an_error_and_not_a_death(void **state)
{
    struct stop s;
    struct error e = {0};
    int fds[2];

    (void)state;
    assert_int_equal(pipe(fds), 0);
    assert_int_equal(stop_open(&s, &e), OK);
    (void)close(fds[0]);
    assert_int_equal(write(fds[1], "x", 1), -1);
    assert_int_equal(errno, EPIPE);
    assert_false(is_raised(&s));
    stop_close(&s);
    (void)close(fds[1]);
}

static void a_process_has_one_stop(void **state)
{
    struct stop s;
    struct stop second;
    struct error e = {0};

    (void)state;
    assert_int_equal(stop_open(&s, &e), OK);
    assert_int_equal(stop_open(&second, &e), ERR_CONFLICT);
    stop_close(&second);
    stop_close(&s);
    assert_int_equal(stop_open(&s, &e), OK);
    stop_close(&s);
}

static void closing_puts_the_signals_back(void **state)
{
    struct sigaction before;
    struct sigaction after;
    struct stop s;
    struct error e = {0};

    (void)state;
    assert_int_equal(sigaction(SIGTERM, NULL, &before), 0);
    assert_int_equal(stop_open(&s, &e), OK);
    assert_int_equal(sigaction(SIGTERM, NULL, &after), 0);
    assert_ptr_not_equal(after.sa_handler, before.sa_handler);
    stop_close(&s);
    assert_int_equal(sigaction(SIGTERM, NULL, &after), 0);
    assert_ptr_equal(after.sa_handler, before.sa_handler);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_makes_the_descriptor_readable_for_good),
        cmocka_unit_test(writing_to_a_closed_pipe_is_an_error_and_not_a_death),
        cmocka_unit_test(a_process_has_one_stop),
        cmocka_unit_test(closing_puts_the_signals_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
