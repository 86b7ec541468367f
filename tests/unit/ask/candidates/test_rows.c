#include "ask/candidates/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void rows_are_met_in_the_order_of_the_file(void **state)
{
    struct rows r = {.n = 0};
    const uint32_t put[] = {4095, 0, 64, 63};
    const uint32_t met[] = {0, 63, 64, 4095};
    size_t n = 0;

    (void)state;
    for (size_t i = 0; i < 4; i++)
        rows_add(&r, put[i]);
    for (uint32_t row = rows_from(&r, 0); row != ROWS_NONE;
         row = rows_from(&r, row + 1)) {
        assert_true(n < 4);
        assert_int_equal(row, met[n++]);
    }
    assert_int_equal(n, 4);
    assert_int_equal(r.n, 4);
    assert_int_equal(rows_last(&r), 4095);
    assert_int_equal(rows_nth(&r, 2), 64);
    assert_int_equal(rows_nth(&r, 4), ROWS_NONE);
}

static void an_empty_set_has_no_first_and_no_last_row(void **state)
{
    struct rows r = rows_range(5, 5);

    (void)state;
    assert_int_equal(r.n, 0);
    assert_int_equal(rows_from(&r, 0), ROWS_NONE);
    assert_int_equal(rows_last(&r), ROWS_NONE);
}

static void rows_past_the_end_are_in_no_set(void **state)
{
    struct rows r = rows_range(4000, 9000);

    (void)state;
    assert_int_equal(r.n, 96);
    assert_false(rows_has(&r, 4096));
    assert_int_equal(rows_from(&r, 4096), ROWS_NONE);
}

static void sets_are_joined_met_and_taken_from_each_other(void **state)
{
    struct rows a = rows_range(10, 100);
    struct rows b = rows_range(90, 200);
    struct rows both = rows_and(&a, &b);
    struct rows either = rows_or(&a, &b);
    struct rows rest = rows_without(&a, &b);
    struct rows expected = rows_range(90, 100);

    (void)state;
    assert_true(rows_equal(&both, &expected));
    expected = rows_range(10, 200);
    assert_true(rows_equal(&either, &expected));
    expected = rows_range(10, 90);
    assert_true(rows_equal(&rest, &expected));
    assert_false(rows_equal(&rest, &both));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_met_in_the_order_of_the_file),
        cmocka_unit_test(an_empty_set_has_no_first_and_no_last_row),
        cmocka_unit_test(rows_past_the_end_are_in_no_set),
        cmocka_unit_test(sets_are_joined_met_and_taken_from_each_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
