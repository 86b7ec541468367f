#include "cli/term/bar.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void check(const struct bar_scale *s, double value, const char *expected)
{
    struct buf b;

    buf_init(&b, 1000);
    buf_puts(&b, "");
    bar_put(&b, s, value);
    assert_string_equal(b.p ? b.p : "", expected);
    buf_release(&b);
}

static void the_largest_value_fills_the_room(void **state)
{
    const double values[] = {4, 2, 1};
    struct bar_scale s = bar_scale_of(values, 3, 4);

    (void)state;
    check(&s, 4, "████");
    check(&s, 2, "██");
    check(&s, 0.5, "▌");
}

static void what_is_there_is_seen_however_small(void **state)
{
    const double values[] = {1e9, 1};
    struct bar_scale s = bar_scale_of(values, 2, 10);

    (void)state;
    check(&s, 1, "▏");
    check(&s, 0, "");
}

static void negative_values_grow_left_of_a_common_zero(void **state)
{
    const double values[] = {-2, 2};
    struct bar_scale s = bar_scale_of(values, 2, 4);

    (void)state;
    check(&s, -2, "██");
    check(&s, -1, " █");
    check(&s, 2, "  ██");
}

static void numbers_that_are_none_have_no_bar(void **state)
{
    const double values[] = {NAN, 2, INFINITY};
    struct bar_scale s = bar_scale_of(values, 3, 4);

    (void)state;
    check(&s, NAN, "");
    check(&s, 2, "████");
}

static void a_bar_never_passes_its_room(void **state)
{
    const double values[] = {1};
    struct bar_scale s = bar_scale_of(values, 1, 2);

    (void)state;
    check(&s, 100, "██");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_value_fills_the_room),
        cmocka_unit_test(what_is_there_is_seen_however_small),
        cmocka_unit_test(negative_values_grow_left_of_a_common_zero),
        cmocka_unit_test(numbers_that_are_none_have_no_bar),
        cmocka_unit_test(a_bar_never_passes_its_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
