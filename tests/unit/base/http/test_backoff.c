#include "base/http/backoff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void only_what_may_pass_by_itself_is_tried_again(void **state)
{
    const int yes[] = {429, 500, 502, 503, 504, 529};
    const int no[] = {0, 200, 301, 400, 401, 403, 404, 413, 422, 501, 505};

    (void)state;
    for (size_t i = 0; i < sizeof(yes) / sizeof(*yes); i++)
        assert_true(backoff_is_retryable(yes[i]));
    for (size_t i = 0; i < sizeof(no) / sizeof(*no); i++)
        assert_false(backoff_is_retryable(no[i]));
}

static void the_longest_wait_doubles_up_to_eight_seconds(void **state)
{
    const uint64_t most[] = {500, 1000, 2000, 4000, 8000, 8000, 8000};

    (void)state;
    for (unsigned i = 0; i < 7; i++) {
        assert_int_equal(backoff_ms(i + 1, 0, most[i]), most[i]);
        assert_int_equal(backoff_ms(i + 1, 0, most[i] + 1), 0);
        assert_true(backoff_ms(i + 1, 0, UINT64_MAX) <= most[i]);
    }
    assert_true(backoff_ms(4000000000U, 0, UINT64_MAX) <= 8000);
}

static void what_the_server_asks_for_is_never_undercut(void **state)
{
    (void)state;
    assert_int_equal(backoff_ms(1, 7, 0), 7000);
    assert_int_equal(backoff_ms(1, 7, 500), 7500);
    assert_int_equal(backoff_ms(1, UINT64_MAX, 0), 3600000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_may_pass_by_itself_is_tried_again),
        cmocka_unit_test(the_longest_wait_doubles_up_to_eight_seconds),
        cmocka_unit_test(what_the_server_asks_for_is_never_undercut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
