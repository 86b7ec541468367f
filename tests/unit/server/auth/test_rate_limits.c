/* So many in a window, whatever the clock's hour; by a clock of our own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/auth/rate_limits.h"

#define HOUR_MS UINT64_C(3600000)

static struct rate_limits *limits;
static struct error err;

static int set_up(void **state)
{
    const struct rate_limit kinds[LIMIT_KINDS] = {
        [LIMIT_TOKEN] = {10, 1}, [LIMIT_QUESTION] = {100, 3600}};

    (void)state;
    return rate_limits_new(kinds, &limits, &err);
}

static int tear_down(void **state)
{
    (void)state;
    rate_limits_free(limits);
    return 0;
}

static enum err ask(uint64_t who, uint64_t now_ms, uint32_t *wait_s)
{
    return rate_limits_take(limits, LIMIT_QUESTION, who, now_ms, wait_s, &err);
}

static void hundred_questions_an_hour_and_no_more(void **state)
{
    uint32_t wait_s;

    (void)state;
    for (int i = 0; i < 100; i++)
        assert_int_equal(ask(7, HOUR_MS + 1000, &wait_s), OK);
    assert_int_equal(ask(7, HOUR_MS + 1000, &wait_s), ERR_RATE_LIMITED);
    assert_in_range(wait_s, 3500, 3700);
    assert_int_equal(ask(8, HOUR_MS + 1000, &wait_s), OK); /* another address */
}

static void a_caller_that_waits_as_asked_is_let_through(void **state)
{
    uint64_t now_ms = HOUR_MS + 1000;
    uint32_t wait_s;

    (void)state;
    while (ask(7, now_ms, &wait_s) == OK)
        ;
    for (int i = 0; i < 50; i++) {
        now_ms += wait_s * UINT64_C(1000);
        assert_int_equal(ask(7, now_ms, &wait_s), OK);
        while (ask(7, now_ms, &wait_s) == OK)
            ;
    }
}

static void the_turn_of_an_hour_gives_nobody_twice_as_many(void **state)
{
    uint32_t wait_s;
    int n = 0;

    (void)state;
    for (int i = 0; i < 100; i++)
        assert_int_equal(ask(7, 2 * HOUR_MS - 1000, &wait_s), OK);
    while (ask(7, 2 * HOUR_MS + 1000, &wait_s) == OK)
        n++;
    assert_int_equal(n, 0);
    while (ask(7, 2 * HOUR_MS + HOUR_MS / 2, &wait_s) == OK)
        n++;
    assert_int_equal(n, 50);
}

static void kinds_do_not_meet_and_zero_is_no_limit(void **state)
{
    uint32_t wait_s;

    (void)state;
    for (int i = 0; i < 100; i++)
        assert_int_equal(ask(7, HOUR_MS, &wait_s), OK);
    assert_int_equal(
        rate_limits_take(limits, LIMIT_TOKEN, 7, HOUR_MS, &wait_s, &err), OK);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(
            rate_limits_take(limits, LIMIT_ADDRESS, 7, HOUR_MS, &wait_s, &err),
            OK);
}

static void many_addresses_take_no_more_memory(void **state)
{
    uint32_t wait_s;

    (void)state;
    for (uint64_t who = 1; who < 200000; who++)
        assert_int_equal(ask(who * 2654435761u, HOUR_MS, &wait_s), OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(hundred_questions_an_hour_and_no_more),
        TEST(a_caller_that_waits_as_asked_is_let_through),
        TEST(the_turn_of_an_hour_gives_nobody_twice_as_many),
        TEST(kinds_do_not_meet_and_zero_is_no_limit),
        TEST(many_addresses_take_no_more_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
