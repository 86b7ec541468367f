#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

static void counting_takes_rows_values_or_sums(void **state)
{
    (void)state;
    check_sql("how many rows", "SELECT count(*) AS \"count\" FROM \"data\"");
    check_sql(
        "how many orders",
        "SELECT count(DISTINCT \"order_id\") AS \"distinct_order_id\" FROM \"data\"");
    check_sql(
        "cuántos clientes hay",
        "SELECT count(DISTINCT \"customer_name\") AS \"distinct_customer_name\" FROM \"data\"");
    check_sql("how many units",
              "SELECT sum(\"units\") AS \"sum_units\" FROM \"data\"");
    check_sql(
        "total customers",
        "SELECT count(DISTINCT \"customer_name\") AS \"distinct_customer_name\" FROM \"data\"");
    check_sql(
        "客户数",
        "SELECT count(DISTINCT \"customer_name\") AS \"distinct_customer_name\" FROM \"data\"");
}

static void aggregates_take_the_column_after_or_before_them(void **state)
{
    (void)state;
    check_sql(
        "average unit price",
        "SELECT round(avg(\"unit_price\"), 6) AS \"avg_unit_price\" FROM \"data\"");
    check_sql(
        "precio medio",
        "SELECT round(avg(\"unit_price\"), 6) AS \"avg_unit_price\" FROM \"data\"");
    check_sql(
        "平均单价是多少",
        "SELECT round(avg(\"unit_price\"), 6) AS \"avg_unit_price\" FROM \"data\"");
    check_sql("median units",
              "SELECT median(\"units\") AS \"median_units\" FROM \"data\"");
    check_sql(
        "average and maximum unit price",
        "SELECT round(avg(\"unit_price\"), 6) AS \"avg_unit_price\", max(\"unit_price\") AS \"max_unit_price\" FROM \"data\"");
}

static void an_aggregate_of_nothing_is_asked_back(void **state)
{
    (void)state;
    check_sql("what is the average", "? What should be measured");
}

static void numbers_that_tell_things_apart_are_never_added(void **state)
{
    (void)state;
    check_sql_of(
        LINES, "total orders in 2024",
        "SELECT count(DISTINCT \"order_id\") AS \"distinct_order_id\" FROM \"data\" WHERE \"order_date\" >= DATE '2024-01-01' AND \"order_date\" < DATE '2025-01-01' AND \"country\" IS DISTINCT FROM 'Total'");
    check_sql_of(
        LINES, "how many customers from country Spain",
        "SELECT count(DISTINCT \"CustomerID\") AS \"distinct_CustomerID\" FROM \"data\" WHERE \"country\" = 'Spain'");
    check_sql_of(
        LINES, "country with the most orders",
        "SELECT \"country\" AS \"country\", count(DISTINCT \"order_id\") AS \"distinct_order_id\" FROM \"data\" WHERE \"country\" IS DISTINCT FROM 'Total' GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(DISTINCT \"order_id\") DESC NULLS LAST) = 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST");
    check_sql_of(
        LINES, "sales of order 20155",
        "SELECT sum(\"sales\") AS \"sum_sales\" FROM \"data\" WHERE \"order_id\" = 20155 AND \"country\" IS DISTINCT FROM 'Total'");
}

static void a_singular_that_ends_in_s_is_no_number_of_things(void **state)
{
    (void)state;
    check_sql_of(LINES, "how many classes",
                 "? Do you want the sum, the average or the maximum of class?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counting_takes_rows_values_or_sums),
        cmocka_unit_test(aggregates_take_the_column_after_or_before_them),
        cmocka_unit_test(an_aggregate_of_nothing_is_asked_back),
        cmocka_unit_test(numbers_that_tell_things_apart_are_never_added),
        cmocka_unit_test(a_singular_that_ends_in_s_is_no_number_of_things),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
