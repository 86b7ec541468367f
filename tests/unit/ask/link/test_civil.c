#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/link/civil.h"

#include <cmocka.h>

static void assert_day(struct civil c, int year, int month, int day)
{
    assert_int_equal(c.year, year);
    assert_int_equal(c.month, month);
    assert_int_equal(c.day, day);
}

static void days_are_read_from_dates_and_timestamps(void **state)
{
    struct civil c;

    (void)state;
    assert_true(civil_read(STR("2024-02-29"), &c));
    assert_day(c, 2024, 2, 29);
    assert_true(civil_read(STR("2024-03-01 12:30:00"), &c));
    assert_false(civil_read(STR("2023-02-29"), &c));
    assert_false(civil_read(STR("2023-2-9"), &c));
    assert_false(civil_read(STR("1.5"), &c));
}

static void months_are_added_within_the_calendar(void **state)
{
    (void)state;
    assert_day(civil_add_months((struct civil){2024, 1, 31}, 1), 2024, 2, 29);
    assert_day(civil_add_months((struct civil){2024, 1, 15}, -2), 2023, 11, 15);
    assert_day(civil_add_months((struct civil){2023, 12, 1}, 25), 2026, 1, 1);
}

static void days_are_added_over_months_and_years(void **state)
{
    (void)state;
    assert_day(civil_add_days((struct civil){2024, 12, 31}, 1), 2025, 1, 1);
    assert_day(civil_add_days((struct civil){2024, 3, 1}, -1), 2024, 2, 29);
    assert_day(civil_add_days((struct civil){2023, 1, 1}, 400), 2024, 2, 5);
}

static void a_window_of_months_is_of_whole_ones_where_its_end_is(void **state)
{
    (void)state;
    assert_day(civil_window_start((struct civil){2024, 4, 30}, 3, 0), 2024, 2,
               1);
    assert_day(civil_window_start((struct civil){2024, 4, 29}, 3, 0), 2024, 1,
               30);
    assert_day(civil_window_start((struct civil){2024, 2, 29}, 12, 0), 2023, 3,
               1);
    assert_day(civil_window_start((struct civil){2024, 3, 1}, 0, 7), 2024, 2,
               24);
}

static void years_and_months_alone_are_valid(void **state)
{
    (void)state;
    assert_true(civil_valid((struct civil){2024, 0, 0}));
    assert_true(civil_valid((struct civil){2024, 6, 0}));
    assert_false(civil_valid((struct civil){2024, 6, 31}));
    assert_false(civil_valid((struct civil){2024, 0, 3}));
    assert_false(civil_valid((struct civil){2024, 13, 1}));
    assert_false(civil_valid((struct civil){0, 1, 1}));
}

static void a_day_is_written_as_iso(void **state)
{
    struct arena a;
    struct error e = {0};
    struct str s = {0};

    (void)state;
    arena_init(&a, 1 << 12);
    assert_int_equal(civil_write((struct civil){987, 6, 5}, &a, &s, &e), OK);
    assert_true(str_is(s, "0987-06-05"));
    assert_true(
        civil_cmp((struct civil){2024, 1, 2}, (struct civil){2024, 1, 3}) < 0);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_are_read_from_dates_and_timestamps),
        cmocka_unit_test(months_are_added_within_the_calendar),
        cmocka_unit_test(days_are_added_over_months_and_years),
        cmocka_unit_test(a_window_of_months_is_of_whole_ones_where_its_end_is),
        cmocka_unit_test(years_and_months_alone_are_valid),
        cmocka_unit_test(a_day_is_written_as_iso),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
