#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/spec/complexity.h"

#include <cmocka.h>

static void a_bank_and_a_year_are_simple(void **state)
{
    const struct query_spec s = {
        .n_measures = 1, .n_groups = 1, .n_filters = 2};

    (void)state;
    assert_string_equal(spec_complexity(&s), "simple");
}

static void each_thing_more_counts_and_what_relates_rows_counts_twice(
    void **state)
{
    struct query_spec s = {.n_measures = 2, .n_groups = 1, .n_filters = 2};

    (void)state;
    assert_string_equal(spec_complexity(&s), "medium");
    s.n_filters = 3;
    assert_string_equal(spec_complexity(&s), "medium");
    s.n_groups = 2;
    assert_string_equal(spec_complexity(&s), "complex");
    s = (struct query_spec){.n_measures = 1, .n_joins = 1};
    assert_string_equal(spec_complexity(&s), "medium");
    s.has_having = true;
    assert_string_equal(spec_complexity(&s), "complex");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bank_and_a_year_are_simple),
        cmocka_unit_test(
            each_thing_more_counts_and_what_relates_rows_counts_twice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
