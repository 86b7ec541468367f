#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

static void orders_take_the_first_n_or_the_one_first(void **state)
{
    (void)state;
    check_sql(
        "top 3 customers by units",
        "SELECT \"customer_name\" AS \"customer_name\", sum(\"units\") AS \"sum_units\" FROM \"data\" GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST LIMIT 3");
    check_sql(
        "los 3 clientes con menos unidades",
        "SELECT \"customer_name\" AS \"customer_name\", sum(\"units\") AS \"sum_units\" FROM \"data\" GROUP BY 1 ORDER BY 2 ASC NULLS LAST, 1 ASC NULLS LAST LIMIT 3");
    check_sql(
        "which customer has the maximum unit price",
        "SELECT \"customer_name\" AS \"customer_name\", max(\"unit_price\") AS \"max_unit_price\" FROM \"data\" GROUP BY 1 QUALIFY rank() OVER (ORDER BY max(\"unit_price\") DESC NULLS LAST) = 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST");
    check_sql("highest unit price",
              "SELECT max(\"unit_price\") AS \"max_unit_price\" FROM \"data\"");
}

static void cities_without_a_name_are_no_answer(void **state)
{
    (void)state;
    check_sql(
        "cities",
        "SELECT \"city\" AS \"city\" FROM \"data\" WHERE \"city\" IS NOT NULL GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void shares_are_by_group_or_of_a_part(void **state)
{
    (void)state;
    check_sql(
        "percentage of sales by city",
        "SELECT \"city\" AS \"city\", sum(\"total_amount\") AS \"sum_total_amount\", round(100.0 * sum(\"total_amount\") / nullif(sum(sum(\"total_amount\")) OVER (), 0), 2) AS \"percent\" FROM \"data\" GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST");
    check_sql(
        "what percentage of sales comes from Madrid",
        "SELECT sum(\"total_amount\") FILTER (WHERE \"city\" = 'Madrid') AS \"part\", sum(\"total_amount\") AS \"total\", round(100.0 * sum(\"total_amount\") FILTER (WHERE \"city\" = 'Madrid') / nullif(sum(\"total_amount\"), 0), 2) AS \"percent\" FROM \"data\"");
    check_sql("what percentage", "? The percentage of what");
}

static void a_number_that_cannot_be_added_is_asked_back(void **state)
{
    (void)state;
    check_sql("density by city",
              "? Do you want the sum, the average or the maximum of density?");
}

static void what_would_say_nothing_is_asked_back(void **state)
{
    (void)state;
    check_sql("which order has the most rows", "? Each order_id occurs once");
    check_sql("which", "? What should be shown?");
}

static void whole_rows_are_listed_when_asked_for(void **state)
{
    (void)state;
    check_sql("show the orders in Madrid",
              "SELECT * FROM \"data\" WHERE \"city\" = 'Madrid'");
    check_sql(
        "which orders are from Madrid",
        "SELECT \"order_id\" AS \"order_id\" FROM \"data\" WHERE \"city\" = 'Madrid' GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void the_part_of_two_conditions_is_asked_back(void **state)
{
    (void)state;
    check_sql_of(LINES,
                 "percentage of orders with country Spain that are returned",
                 "? The percentage of what");
}

static void the_highest_of_each_is_not_the_highest_of_all(void **state)
{
    (void)state;
    check_sql_of(
        LINES, "highest discount in each status",
        "SELECT \"status\" AS \"status\", max(\"discount\") AS \"max_discount\" FROM \"data\" WHERE \"country\" IS DISTINCT FROM 'Total' GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    check_sql_of(LINES, "who has the highest discount in each status", "? ");
    check_sql_of(LINES, "highest sales in each status", "? ");
}

static void a_condition_on_groups_needs_groups(void **state)
{
    (void)state;
    check_sql_of(LINES, "number of countries with more than 35 orders", "? ");
}

static void days_are_no_number_of_things_done(void **state)
{
    (void)state;
    check_sql_of(LINES, "order dates per month", "? ");
}

static void an_average_per_order_of_lines_is_over_the_orders(void **state)
{
    (void)state;
    check_sql_of(
        LINES, "average sales per order",
        "SELECT round((sum(\"sales\") / nullif(count(DISTINCT \"order_id\"), 0)), 6) AS \"sales / order_id\" FROM \"data\" WHERE \"country\" IS DISTINCT FROM 'Total'");
}

/* Of a choir: what was planned, what became of it, and a rate beside them. */
#define PLANS                                                                   \
    "{\"row_count\":400,\"columns\":[{\"name\":\"choir\","                      \
    "\"inferred_type\":\"string\",\"non_null_count\":400,"                      \
    "\"distinct_estimate\":2,\"dictionary\":{\"complete\":true,\"values\":["    \
    "\"North\",\"South\"]}},{\"name\":\"Budget (EUR)\",\"inferred_type\":"      \
    "\"decimal\",\"non_null_count\":400,\"distinct_estimate\":390,\"min\":1.5," \
    "\"max\":900.5},{\"name\":\"actual_rate\",\"inferred_type\":\"decimal\","   \
    "\"non_null_count\":400,\"distinct_estimate\":390,\"min\":1.5,\"max\":"     \
    "90.5}]}"

static void what_is_planned_is_added_up_and_a_rate_is_not(void **state)
{
    (void)state;
    check_sql_of(PLANS, "budget of North",
                 "SELECT sum(\"Budget (EUR)\") AS \"sum_Budget (EUR)\" FROM "
                 "\"data\" WHERE \"choir\" = 'North'");
    check_sql_of(PLANS, "actual rate by choir", "? ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_planned_is_added_up_and_a_rate_is_not),
        cmocka_unit_test(orders_take_the_first_n_or_the_one_first),
        cmocka_unit_test(cities_without_a_name_are_no_answer),
        cmocka_unit_test(shares_are_by_group_or_of_a_part),
        cmocka_unit_test(a_number_that_cannot_be_added_is_asked_back),
        cmocka_unit_test(what_would_say_nothing_is_asked_back),
        cmocka_unit_test(whole_rows_are_listed_when_asked_for),
        cmocka_unit_test(the_part_of_two_conditions_is_asked_back),
        cmocka_unit_test(the_highest_of_each_is_not_the_highest_of_all),
        cmocka_unit_test(a_condition_on_groups_needs_groups),
        cmocka_unit_test(days_are_no_number_of_things_done),
        cmocka_unit_test(an_average_per_order_of_lines_is_over_the_orders),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
