#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

#define SUM \
    "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE "
#define DAYS(from, to) \
    "\"orderDate\" >= DATE '" from "' AND \"orderDate\" < DATE '" to "'"

static void several_periods_are_alternatives(void **state)
{
    (void)state;
    check_sql("sales in 2022 and 2024",
              SUM "(" DAYS("2022-01-01", "2023-01-01") " OR " DAYS(
                  "2024-01-01", "2025-01-01") ")");
    check_sql("sales in January and March 2023",
              SUM "(" DAYS("2023-01-01", "2023-02-01") " OR " DAYS(
                  "2023-03-01", "2023-04-01") ")");
    check_sql("sales in March 2023 or May",
              SUM "(" DAYS("2023-03-01", "2023-04-01") " OR " DAYS(
                  "2023-05-01", "2023-06-01") ")");
    check_sql("sales in March and May", SUM "month(\"orderDate\") IN (3, 5)");
}

static void periods_that_touch_are_one(void **state)
{
    (void)state;
    check_sql("sales in 2022, 2023", SUM DAYS("2022-01-01", "2024-01-01"));
    check_sql("sales in 2022, 2023 and 2024",
              SUM DAYS("2022-01-01", "2025-01-01"));
}

static void periods_that_are_compared_are_groups(void **state)
{
    (void)state;
    check_sql(
        "sales in 2023 vs 2024",
        "SELECT year(\"orderDate\") AS \"year\", sum(\"total_amount\") AS "
        "\"sum_total_amount\" FROM \"data\" WHERE (" DAYS(
            "2023-01-01",
            "2024-01-01") " OR " DAYS("2024-01-01",
                                      "2025-01-01") ") "
                                                    "GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    check_sql("density in 2023 vs 2024",
              "? Do you want the sum, the average or the maximum of density");
    check_sql("top 3 customers by sales 2023 vs 2024", "? What should be");
}

static void a_period_of_the_list_without_data_is_asked_back(void **state)
{
    (void)state;
    check_sql("sales in 2022 and 2030",
              "? \"2022 and 2030\" is outside of the data");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_periods_are_alternatives),
        cmocka_unit_test(periods_that_touch_are_one),
        cmocka_unit_test(periods_that_are_compared_are_groups),
        cmocka_unit_test(a_period_of_the_list_without_data_is_asked_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
