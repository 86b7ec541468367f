#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

#include <stdio.h>

static void periods_become_half_open_ranges_of_days(void **state)
{
    (void)state;
    check_sql(
        "sales in 2024",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2024-01-01' AND \"orderDate\" < DATE '2025-01-01'");
    check_sql(
        "sales in March 2024",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2024-03-01' AND \"orderDate\" < DATE '2024-04-01'");
    check_sql(
        "ventas de marzo de 2024",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2024-03-01' AND \"orderDate\" < DATE '2024-04-01'");
    check_sql(
        "2024年3月的销售额",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2024-03-01' AND \"orderDate\" < DATE '2024-04-01'");
    check_sql(
        "sales on 2024-03-15",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2024-03-15' AND \"orderDate\" < DATE '2024-03-16'");
    check_sql(
        "sales in Q4 2023",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2023-10-01' AND \"orderDate\" < DATE '2024-01-01'");
    check_sql(
        "ventas del 15 de marzo de 2024",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2024-03-15' AND \"orderDate\" < DATE '2024-03-16'");
    check_sql(
        "sales on March 15, 2024",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2024-03-15' AND \"orderDate\" < DATE '2024-03-16'");
}

static void ranges_include_both_ends(void **state)
{
    (void)state;
    check_sql(
        "sales between March 2023 and May 2023",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2023-03-01' AND \"orderDate\" < DATE '2023-06-01'");
    check_sql(
        "sales from 2022 to 2023",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2022-01-01' AND \"orderDate\" < DATE '2024-01-01'");
    check_sql(
        "ventas entre 2022 y 2023",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2022-01-01' AND \"orderDate\" < DATE '2024-01-01'");
}

static void comparisons_leave_one_end_open(void **state)
{
    (void)state;
    check_sql(
        "sales since 2024",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2024-01-01'");
    check_sql(
        "sales after 2023",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2024-01-01'");
    check_sql(
        "sales before March 2023",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" < DATE '2023-03-01'");
    check_sql(
        "ventas hasta marzo de 2023",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" < DATE '2023-04-01'");
}

static void the_last_periods_count_from_the_newest_date(void **state)
{
    (void)state;
    check_sql(
        "sales in the last 3 months",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2024-10-01'");
    check_sql(
        "sales in the last 2 years",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2022-12-31'");
    check_sql(
        "ventas de los 3 últimos meses",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2024-10-01'");
    check_sql(
        "最近7天的销售额",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2024-12-24'");
}

static void a_month_without_a_year_is_that_of_all_years(void **state)
{
    (void)state;
    check_sql(
        "sales in December",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE month(\"orderDate\") = 12");
}

static void a_number_beside_a_quantity_is_no_year(void **state)
{
    (void)state;
    check_sql(
        "how many orders have units over 2000",
        "SELECT count(DISTINCT \"order_id\") AS \"distinct_order_id\" FROM \"data\" WHERE \"units\" > 2000");
}

static void a_window_longer_than_the_calendar_is_asked_back(void **state)
{
    (void)state;
    check_sql("sales in the last 3000 years", "? The table has no dates");
    check_sql("sales in the last 12000 quarters", "? The table has no dates");
}

static void a_quantity_said_with_its_column_is_no_year(void **state)
{
    static const char products[] =
        "{\"row_count\":80,\"columns\":[{\"name\":\"Product\","
        "\"inferred_type\":\"string\",\"non_null_count\":80,"
        "\"distinct_estimate\":80},{\"name\":\"Reviews\",\"inferred_type\":"
        "\"integer\",\"min\":0,\"max\":5000},{\"name\":\"Brand\","
        "\"inferred_type\":\"string\",\"distinct_estimate\":3},{\"name\":"
        "\"Launch Year\",\"inferred_type\":\"integer\",\"min\":1990,"
        "\"max\":2024}]}";
    static const char *const numbers[] = {"1000", "2000"};
    size_t i;

    (void)state;
    for (i = 0; i < 2; i++) {
        char question[64];
        char sql[200];

        (void)snprintf(question, sizeof(question),
                       "products with more than %s reviews", numbers[i]);
        (void)snprintf(
            sql, sizeof(sql),
            "SELECT \"Product\" AS \"Product\" FROM \"data\" WHERE \"Reviews\" > %s GROUP BY 1 ORDER BY 1 ASC NULLS LAST",
            numbers[i]);
        check_sql_of(products, question, sql);
    }
    check_sql_of(
        products, "brand with most reviews",
        "? Do you want the sum, the average or the maximum of Reviews?");
}

static void a_range_may_be_joined_by_an_a_in_spanish(void **state)
{
    (void)state;
    check_sql(
        "ventas de enero a marzo de 2024",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2024-01-01' AND \"orderDate\" < DATE '2024-04-01'");
}

static void a_period_of_the_day_of_asking_is_asked_back(void **state)
{
    static const char *const questions[] = {
        "sales this year",     "sales this month",   "sales next month",
        "sales by city today", "ventas de este mes", "ventas del año pasado",
        "今年的销售额",        "sales year to date"};
    size_t i;

    (void)state;
    for (i = 0; i < sizeof(questions) / sizeof(questions[0]); i++)
        check_sql(questions[i], i < 4 || i == 7 ? "? From which day should"
                                : i < 6         ? "? ¿Desde qué día"
                                                : "? “今年”从哪一天");
}

static void a_month_that_is_a_name_is_asked_back_unless_time_is_said(
    void **state)
{
    static const char staff[] =
        "{\"row_count\":30,\"columns\":[{\"name\":\"employee\","
        "\"inferred_type\":\"string\",\"non_null_count\":30,"
        "\"distinct_estimate\":30,\"dictionary\":{\"complete\":true,"
        "\"values\":[\"Bob May\",\"Ann\"]}},{\"name\":\"salary\","
        "\"inferred_type\":\"decimal\",\"non_null_count\":30,"
        "\"distinct_estimate\":29,\"min\":10,\"max\":90},{\"name\":\"hired\","
        "\"inferred_type\":\"date\",\"non_null_count\":30,"
        "\"distinct_estimate\":30,\"min\":\"2018-01-01\",\"max\":"
        "\"2024-01-01\"}]}";

    (void)state;
    check_sql_of(staff, "salary of May",
                 "? Is \"May\" the month, or Bob May (employee)?");
    check_sql_of(
        staff, "average salary in May",
        "SELECT round(avg(\"salary\"), 6) AS \"avg_salary\" FROM \"data\" WHERE month(\"hired\") = 5");
    check_sql_of(
        staff, "average salary of Bob May",
        "SELECT round(avg(\"salary\"), 6) AS \"avg_salary\" FROM \"data\" WHERE \"employee\" = 'Bob May'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_month_that_is_a_name_is_asked_back_unless_time_is_said),
        cmocka_unit_test(a_period_of_the_day_of_asking_is_asked_back),
        cmocka_unit_test(periods_become_half_open_ranges_of_days),
        cmocka_unit_test(ranges_include_both_ends),
        cmocka_unit_test(comparisons_leave_one_end_open),
        cmocka_unit_test(the_last_periods_count_from_the_newest_date),
        cmocka_unit_test(a_month_without_a_year_is_that_of_all_years),
        cmocka_unit_test(a_number_beside_a_quantity_is_no_year),
        cmocka_unit_test(a_window_longer_than_the_calendar_is_asked_back),
        cmocka_unit_test(a_quantity_said_with_its_column_is_no_year),
        cmocka_unit_test(a_range_may_be_joined_by_an_a_in_spanish),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
