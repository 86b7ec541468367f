/* Who may have one more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fair_share.h"

/* How many each of several gets who all take what they can, in turn. */
static void take_all(size_t most, size_t times, size_t held[], size_t n)
{
    size_t used = 0;

    for (size_t i = 0; i < n; i++) {
        held[i] = 0;
        while (fair_share_has(most, used, held[i], times)) {
            held[i]++;
            used++;
        }
        assert_true(used <= most);
    }
}

static void who_comes_next_finds_some_free(void **state)
{
    size_t held[5];

    (void)state;
    take_all(8, 1, held, 5);
    assert_int_equal(held[0], 4);
    assert_int_equal(held[1], 2);
    assert_int_equal(held[2], 1);
    assert_int_equal(held[3], 1);
    assert_int_equal(held[4], 0); /* all are taken */
    take_all(8, 3, held, 3);
    assert_int_equal(held[0], 6);
    assert_int_equal(held[1], 2);
    assert_int_equal(held[2], 0);
}

static void of_one_the_first_gets_it(void **state)
{
    size_t held[2];

    (void)state;
    take_all(1, 1, held, 2);
    assert_int_equal(held[0], 1);
    assert_int_equal(held[1], 0);
    assert_false(fair_share_has(0, 0, 0, 1));
}

static void anonymous_callers_together_leave_some(void **state)
{
    (void)state;
    assert_int_equal(fair_share_anonymous(0), 0);
    assert_int_equal(fair_share_anonymous(1), 1);
    assert_int_equal(fair_share_anonymous(2), 1);
    assert_int_equal(fair_share_anonymous(4), 3);
    assert_int_equal(fair_share_anonymous(8), 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_comes_next_finds_some_free),
        cmocka_unit_test(of_one_the_first_gets_it),
        cmocka_unit_test(anonymous_callers_together_leave_some),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
