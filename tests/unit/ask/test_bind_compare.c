#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

static void a_comparison_is_of_the_column_beside_it(void **state)
{
    (void)state;
    check_sql(
        "how many rows have a unit price over 100",
        "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"unit_price\" > 100");
    check_sql("list rows with at least 5 units",
              "SELECT * FROM \"data\" WHERE \"units\" >= 5");
    check_sql("list rows with units between 10 and 20",
              "SELECT * FROM \"data\" WHERE \"units\" BETWEEN 10 AND 20");
    check_sql("muestra las filas con precio menor que 1.500,5",
              "SELECT * FROM \"data\" WHERE \"unit_price\" < 1500.5");
    check_sql("list rows with units >= 3",
              "SELECT * FROM \"data\" WHERE \"units\" >= 3");
    check_sql("list rows with units of 5 or more",
              "SELECT * FROM \"data\" WHERE \"units\" >= 5");
}

static void a_sum_of_each_entity_is_a_condition_on_groups(void **state)
{
    (void)state;
    check_sql(
        "customers with more than 5 orders",
        "SELECT \"customer_name\" AS \"customer_name\" FROM \"data\" GROUP BY 1 HAVING count(*) > 5 ORDER BY 1 ASC NULLS LAST");
    check_sql(
        "customers with sales over 2k",
        "SELECT \"customer_name\" AS \"customer_name\" FROM \"data\" GROUP BY 1 HAVING sum(\"total_amount\") > 2000 ORDER BY 1 ASC NULLS LAST");
    check_sql(
        "customers with an average unit price under 50",
        "SELECT \"customer_name\" AS \"customer_name\" FROM \"data\" GROUP BY 1 HAVING avg(\"unit_price\") < 50 ORDER BY 1 ASC NULLS LAST");
}

static void percent_of_parts_of_one_is_scaled(void **state)
{
    (void)state;
    check_sql("list rows with density over 15%",
              "SELECT * FROM \"data\" WHERE \"density\" > 0.15");
}

static void a_number_of_another_unit_is_asked_back(void **state)
{
    (void)state;
    check_sql("list rows with units over 5 million",
              "? \"5000000\" is outside of the data");
}

static void a_comparison_of_nothing_is_asked_back(void **state)
{
    (void)state;
    check_sql("list rows over 100", "? What should be measured");
}

static void a_range_of_sums_is_not_a_range_of_rows(void **state)
{
    (void)state;
    check_sql("customers with sales between 10000 and 20000",
              "? How does \"between\" relate");
}

static void a_number_with_its_column_is_equal(void **state)
{
    (void)state;
    check_sql_of(
        LINES, "total sales where discount is 0",
        "SELECT sum(\"sales\") AS \"sum_sales\" FROM \"data\" WHERE \"discount\" = 0 AND \"country\" IS DISTINCT FROM 'Total'");
    check_sql_of(
        LINES, "total sales with 10% discount",
        "SELECT sum(\"sales\") AS \"sum_sales\" FROM \"data\" WHERE \"discount\" = 0.1 AND \"country\" IS DISTINCT FROM 'Total'");
    check_sql("customers with 40 units", "? How does \"40\" relate");
    check_sql("sales over 1000",
              "SELECT * FROM \"data\" WHERE \"total_amount\" > 1000");
}

static void entities_that_meet_a_condition_are_counted(void **state)
{
    (void)state;
    check_sql(
        "how many customers have more than 100 orders",
        "SELECT count(*) AS \"count\" FROM (SELECT \"customer_name\" AS \"customer_name\" FROM \"data\" GROUP BY 1 HAVING count(*) > 100)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_with_its_column_is_equal),
        cmocka_unit_test(entities_that_meet_a_condition_are_counted),
        cmocka_unit_test(a_comparison_is_of_the_column_beside_it),
        cmocka_unit_test(a_sum_of_each_entity_is_a_condition_on_groups),
        cmocka_unit_test(percent_of_parts_of_one_is_scaled),
        cmocka_unit_test(a_number_of_another_unit_is_asked_back),
        cmocka_unit_test(a_comparison_of_nothing_is_asked_back),
        cmocka_unit_test(a_range_of_sums_is_not_a_range_of_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
