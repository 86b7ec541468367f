#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "members_fixture.h"

static void employees_are_shown_by_name_and_counted_by_code(void **state)
{
    (void)state;
    check_sql_of(STAFF, "employees without a manager",
                 "SELECT \"full_name\" AS \"full_name\" FROM \"data\" WHERE "
                 "\"manager\" IS NULL GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    check_sql_of(STAFF, "employee id of Ann Abel",
                 "SELECT \"employee_id\" AS \"employee_id\" FROM \"data\" "
                 "WHERE \"full_name\" = 'Ann Abel' GROUP BY 1 ORDER BY 1 ASC "
                 "NULLS LAST");
}

static void employees_by_something_are_counted(void **state)
{
    (void)state;
    check_sql_of(STAFF, "employees by manager",
                 "SELECT \"manager\" AS \"manager\", count(DISTINCT "
                 "\"employee_id\") AS \"distinct_employee_id\" FROM \"data\" "
                 "GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void who_is_the_person_of_the_row(void **state)
{
    (void)state;
    check_sql_of(
        STAFF, "who has the highest salary",
        "SELECT \"full_name\" AS \"full_name\", max(\"salary\") AS \"max_salary\" FROM \"data\" GROUP BY 1 QUALIFY rank() OVER (ORDER BY max(\"salary\") DESC NULLS LAST) = 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST");
    check_sql_of(
        STAFF, "who was hired last",
        "SELECT \"full_name\" AS \"full_name\", max(\"hire_date\") AS \"max_hire_date\" FROM \"data\" GROUP BY 1 QUALIFY rank() OVER (ORDER BY max(\"hire_date\") DESC NULLS LAST) = 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST");
}

static void events_are_counted_by_their_rows(void **state)
{
    (void)state;
    check_sql_of(STAFF, "number of hires per year",
                 "SELECT year(\"hire_date\") AS \"year\", count(*) AS "
                 "\"count\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS "
                 "LAST");
    check_sql_of(STAFF, "how many employees have not left",
                 "SELECT count(DISTINCT \"employee_id\") AS "
                 "\"distinct_employee_id\" FROM \"data\" WHERE \"left_on\" IS "
                 "NULL");
}

static void months_are_counted_and_listed_by_their_sums(void **state)
{
    (void)state;
    check_sql_of(
        BANKS, "in how many months was the npl ratio of Alpha above 4",
        "SELECT count(*) AS \"count\" FROM (SELECT strftime(\"closed\", '%Y-%m') AS \"month\" FROM \"data\" WHERE \"npl_ratio\" > 4 AND \"bank\" = 'Alpha' GROUP BY 1)");
    check_sql(
        "months with total amount over 1500",
        "SELECT strftime(\"orderDate\", '%Y-%m') AS \"month\" FROM \"data\" GROUP BY 1 HAVING sum(\"total_amount\") > 1500 ORDER BY 1 ASC NULLS LAST");
    check_sql("how many months", "?");
}

static void a_figure_that_stands_once_is_compared_as_it_stands(void **state)
{
    (void)state;
    check_sql_of(
        BANKS,
        "difference in npl ratio between Alpha and Norte in December 2024",
        "WITH \"both\" AS (SELECT round(avg(\"npl_ratio\") FILTER (WHERE \"bank\" = 'Alpha'), 6) AS \"before\", round(avg(\"npl_ratio\") FILTER (WHERE \"bank\" = 'Norte'), 6) AS \"after\" FROM \"data\" WHERE \"closed\" >= DATE '2024-12-01' AND \"closed\" < DATE '2025-01-01') SELECT \"before\", \"after\", round(abs(\"after\" - \"before\"), 6) AS \"change\", round(100.0 * (abs(\"after\" - \"before\")) / nullif(abs(\"before\"), 0), 2) AS \"percent\" FROM \"both\"");
    check_sql_of(BANKS, "difference in npl ratio between Alpha and Norte",
                 "? Do you want the sum, the average or the maximum");
}

static void a_range_in_thousands_begins_in_thousands(void **state)
{
    (void)state;
    check_sql_of(STAFF,
                 "how many employees have a salary between 40 and 50 "
                 "thousand",
                 "SELECT count(DISTINCT \"employee_id\") AS "
                 "\"distinct_employee_id\" FROM \"data\" WHERE \"salary\" "
                 "BETWEEN 40000 AND 50000");
}

static void the_latest_date_is_not_the_figure_of_that_day(void **state)
{
    (void)state;
    check_sql_of(BANKS, "npl ratio of Alpha of the latest closed", "?");
    check_sql_of(BANKS, "the latest closed",
                 "SELECT max(\"closed\") AS \"max_closed\" FROM \"data\"");
}

static void neither_nor_leaves_both_out(void **state)
{
    (void)state;
    check_member("how many members are neither in Madrid nor in Oslo",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE (\"city\" NOT IN "
                 "('Madrid', 'Oslo') OR \"city\" IS NULL)");
}

static void the_range_is_the_largest_less_the_smallest(void **state)
{
    (void)state;
    check_sql_of(STAFF, "difference between the highest and the lowest salary",
                 "SELECT max(\"salary\") - min(\"salary\") AS "
                 "\"range_salary\" FROM \"data\"");
}

static void the_most_common_has_most_rows(void **state)
{
    (void)state;
    check_sql_of(
        STAFF, "most common manager",
        "SELECT \"manager\" AS \"manager\", count(*) AS \"count\" FROM \"data\" WHERE \"manager\" IS NOT NULL GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC NULLS LAST) = 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST");
}

static void the_rate_of_each_bank_in_one_month_is_its_only_one(void **state)
{
    (void)state;
    check_sql_of(
        BANKS, "npl ratio of each bank in December 2024",
        "SELECT \"bank\" AS \"bank\", round(avg(\"npl_ratio\"), 6) AS \"avg_npl_ratio\" FROM \"data\" WHERE \"closed\" >= DATE '2024-12-01' AND \"closed\" < DATE '2025-01-01' GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    check_sql_of(BANKS, "npl ratio of each bank in 2024", "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(employees_are_shown_by_name_and_counted_by_code),
        cmocka_unit_test(employees_by_something_are_counted),
        cmocka_unit_test(who_is_the_person_of_the_row),
        cmocka_unit_test(events_are_counted_by_their_rows),
        cmocka_unit_test(months_are_counted_and_listed_by_their_sums),
        cmocka_unit_test(a_figure_that_stands_once_is_compared_as_it_stands),
        cmocka_unit_test(a_range_in_thousands_begins_in_thousands),
        cmocka_unit_test(the_latest_date_is_not_the_figure_of_that_day),
        cmocka_unit_test(neither_nor_leaves_both_out),
        cmocka_unit_test(the_range_is_the_largest_less_the_smallest),
        cmocka_unit_test(the_most_common_has_most_rows),
        cmocka_unit_test(the_rate_of_each_bank_in_one_month_is_its_only_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
