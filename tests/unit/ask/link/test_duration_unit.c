#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/link/duration_unit.h"

static void the_unit_is_that_of_how_far_moments_are_apart(void **state)
{
    static const struct {
        const char *from_min, *from_max, *to_min, *to_max;
        bool clock;
        enum span_unit unit;
    } cases[] = {
        {"2024-02-01 06:10:00", "2024-03-01 20:00:00", "2024-02-01 06:25:00",
         "2024-03-01 23:00:00", true, SPAN_MINUTES},
        {"2024-02-01 06:10:00", "2024-03-01 20:00:00", "2024-02-01 06:25:00",
         "2024-03-01 23:00:01", true, SPAN_HOURS},
        {"2024-02-01 06:00:00", "2024-03-01 20:00:00", "2024-02-04 06:00:00",
         "2024-03-01 21:00:00", true, SPAN_HOURS},
        {"2024-02-01 06:00:00", "2024-03-01 20:00:00", "2024-02-04 06:00:01",
         "2024-03-01 21:00:00", true, SPAN_DAYS},
        {"2024-02-01", "2024-03-01", "2024-02-01", "2024-03-01", false,
         SPAN_DAYS},
        {"", "", "2024-02-01 06:00:00", "2024-02-01 07:00:00", true, SPAN_DAYS},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct schema_column from = {.min = str_from(cases[i].from_min),
                                     .max = str_from(cases[i].from_max),
                                     .clock = cases[i].clock};
        struct schema_column to = {.min = str_from(cases[i].to_min),
                                   .max = str_from(cases[i].to_max),
                                   .clock = cases[i].clock};

        assert_int_equal(duration_unit(&from, &to), cases[i].unit);
        assert_int_equal(duration_unit(&to, &from), cases[i].unit);
        to.clock = false;
        assert_int_equal(duration_unit(&from, &to), SPAN_DAYS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_unit_is_that_of_how_far_moments_are_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
