#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/year_month.h"

static void check(const char *s, int year, int month, enum year_month_form form)
{
    struct year_month m;

    if (!year_month_read(str_from(s), &m) || m.year != year ||
        m.month != month || m.form != form)
        fail_msg("'%s' is %d of %d, form %d", s, m.month, m.year, (int)m.form);
}

static void months_are_numbers_with_a_year_at_either_end(void **state)
{
    (void)state;
    check("2024-05", 2024, 5, YEAR_MONTH_NUMBER);
    check("2024/5", 2024, 5, YEAR_MONTH_NUMBER);
    check("2024年5月", 2024, 5, YEAR_MONTH_NUMBER);
    check("2024年12月", 2024, 12, YEAR_MONTH_NUMBER);
    check("05/2024", 2024, 5, YEAR_MONTH_NUMBER);
    check("12-1999", 1999, 12, YEAR_MONTH_NUMBER);
}

static void months_are_names_of_english_and_spanish(void **state)
{
    (void)state;
    check("May 2024", 2024, 5, YEAR_MONTH_NAME);
    check("SEPT-2024", 2024, 9, YEAR_MONTH_NAME);
    check("2024 December", 2024, 12, YEAR_MONTH_NAME);
    check("ene-2024", 2024, 1, YEAR_MONTH_NAME);
    check("agosto de 2024", 2024, 8, YEAR_MONTH_NAME);
}

static void years_of_two_digits_stand_behind_the_name_of_a_month(void **state)
{
    struct year_month m;

    (void)state;
    check("Apr-23", 2023, 4, YEAR_MONTH_SHORT);
    check("abr. 23", 2023, 4, YEAR_MONTH_SHORT);
    check("Sep'08", 2008, 9, YEAR_MONTH_SHORT);
    check("dic-99", 1999, 12, YEAR_MONTH_SHORT);
    assert_false(year_month_read(STR("23-Apr"), &m));
    assert_false(year_month_read(STR("Apr-2"), &m));
    assert_false(year_month_read(STR("Apr-234"), &m));
}

static void quarters_begin_with_their_first_month(void **state)
{
    (void)state;
    check("Q1 2024", 2024, 1, YEAR_MONTH_QUARTER);
    check("2024-Q4", 2024, 10, YEAR_MONTH_QUARTER);
    check("2024Q2", 2024, 4, YEAR_MONTH_QUARTER);
    check("3T 2024", 2024, 7, YEAR_MONTH_QUARTER);
    check("2024年第一季度", 2024, 1, YEAR_MONTH_QUARTER);
    check("2024年3季度", 2024, 7, YEAR_MONTH_QUARTER);
}

static void only_a_padded_year_first_sorts_as_text(void **state)
{
    struct year_month m;

    (void)state;
    assert_true(year_month_read(STR("2024-05"), &m) && m.sorts);
    assert_true(year_month_read(STR("2024-Q1"), &m) && m.sorts);
    assert_true(year_month_read(STR("2024年5月"), &m) && !m.sorts);
    assert_true(year_month_read(STR("05/2024"), &m) && !m.sorts);
    assert_true(year_month_read(STR("May 2024"), &m) && !m.sorts);
}

static void two_years_after_another_may_be_a_season(void **state)
{
    struct year_month m;

    (void)state;
    assert_true(year_month_read(STR("2010/11"), &m) && m.season);
    assert_true(year_month_read(STR("2010/12"), &m) && !m.season);
}

static void what_is_finer_coarser_or_else_is_no_month(void **state)
{
    static const char *const bad[] = {
        "",         "2024",         "2024-13",  "2024-00",    "2024-05-01",
        "13/2024",  "1234-05",      "24-05",    "2024-5x",    " 2024-05",
        "2024-05 ", "Mayo",         "mai 2024", "May 5 2024", "Q5 2024",
        "Q0 2024",  "2024年",       "5月",      "2024年5",    "T1",
        "2024 5",   "Marylin 2024", "\xe5",     "2024\xe5",   "2024-",
        "第一季度", "2024--05",
    };
    struct year_month m;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        if (year_month_read(str_from(bad[i]), &m))
            fail_msg("'%s' is a month", bad[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(months_are_numbers_with_a_year_at_either_end),
        cmocka_unit_test(months_are_names_of_english_and_spanish),
        cmocka_unit_test(years_of_two_digits_stand_behind_the_name_of_a_month),
        cmocka_unit_test(quarters_begin_with_their_first_month),
        cmocka_unit_test(only_a_padded_year_first_sorts_as_text),
        cmocka_unit_test(two_years_after_another_may_be_a_season),
        cmocka_unit_test(what_is_finer_coarser_or_else_is_no_month),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
