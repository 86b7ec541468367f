#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

static void groups_come_with_by_per_and_each(void **state)
{
    (void)state;
    check_sql(
        "sales by city",
        "SELECT \"city\" AS \"city\", sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    check_sql(
        "ventas por mes",
        "SELECT strftime(\"orderDate\", '%Y-%m') AS \"month\", sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    check_sql(
        "number of orders per year",
        "SELECT year(\"orderDate\") AS \"year\", count(DISTINCT \"order_id\") AS \"distinct_order_id\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    check_sql(
        "每月销售额",
        "SELECT strftime(\"orderDate\", '%Y-%m') AS \"month\", sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    check_sql(
        "sales by city and customer",
        "SELECT \"city\" AS \"city\", \"customer_name\" AS \"customer_name\", sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" GROUP BY 1, 2 ORDER BY 1 ASC NULLS LAST, 2 ASC NULLS LAST");
}

static void who_asks_for_the_column_of_persons(void **state)
{
    (void)state;
    check_sql(
        "who has the highest sales",
        "SELECT \"customer_name\" AS \"customer_name\", sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(\"total_amount\") DESC NULLS LAST) = 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST");
}

static void money_verbs_measure_the_money_and_its_sign(void **state)
{
    (void)state;
    check_sql(
        "how much did Acme spend",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"customer_name\" = 'Acme Corp' AND \"total_amount\" < 0");
    check_sql(
        "how much did we sell in Madrid",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" = 'Madrid'");
}

static void a_grain_is_of_the_dates_named_beside_it(void **state)
{
    static const char shipped[] =
        "{\"row_count\":9,\"columns\":[{\"name\":\"order_date\","
        "\"inferred_type\":\"date\",\"min\":\"2022-01-01\","
        "\"max\":\"2024-12-30\"},{\"name\":\"ship_date\",\"inferred_type\":"
        "\"date\",\"min\":\"2022-01-02\",\"max\":\"2024-12-31\"},"
        "{\"name\":\"sales\",\"inferred_type\":\"integer\",\"min\":1,"
        "\"max\":9}]}";
    static const char *const months[] = {"sales by month of ship date",
                                         "sales by ship date month"};
    size_t i;

    (void)state;
    check_sql_of(
        shipped, "sales by ship date in 2023",
        "SELECT \"ship_date\" AS \"ship_date\", sum(\"sales\") AS \"sum_sales\" FROM \"data\" WHERE \"ship_date\" >= DATE '2023-01-01' AND \"ship_date\" < DATE '2024-01-01' GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    for (i = 0; i < 2; i++)
        check_sql_of(
            shipped, months[i],
            "SELECT strftime(\"ship_date\", '%Y-%m') AS \"month\", sum(\"sales\") AS \"sum_sales\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void what_has_the_most_is_asked_for_even_when_it_is_a_number(
    void **state)
{
    (void)state;
    check_sql_of(
        LINES, "class with the most orders",
        "SELECT \"class\" AS \"class\", count(DISTINCT \"order_id\") AS \"distinct_order_id\" FROM \"data\" WHERE \"country\" IS DISTINCT FROM 'Total' GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(DISTINCT \"order_id\") DESC NULLS LAST) = 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST");
}

static void money_in_and_out_is_not_one_sum(void **state)
{
    (void)state;
    check_sql("total de ingresos y gastos", "? ");
}

static void products_sold_may_be_kinds_or_pieces(void **state)
{
    static const char sold[] =
        "{\"row_count\":80,\"columns\":[{\"name\":\"product\","
        "\"inferred_type\":\"string\",\"non_null_count\":80,"
        "\"distinct_estimate\":9},{\"name\":\"quantity\",\"inferred_type\":"
        "\"integer\",\"min\":1,\"max\":9}]}";

    (void)state;
    check_sql_of(sold, "how many products were sold", "? What should be");
    check_sql_of(
        sold, "how many products",
        "SELECT count(DISTINCT \"product\") AS \"distinct_product\" FROM \"data\"");
}

/* An error that was never set is none: check_sql() leaves one there. */
static void the_most_of_dates_is_no_error(void **state)
{
    (void)state;
    check_sql("which city had the most order dates?", "? ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_come_with_by_per_and_each),
        cmocka_unit_test(who_asks_for_the_column_of_persons),
        cmocka_unit_test(money_verbs_measure_the_money_and_its_sign),
        cmocka_unit_test(a_grain_is_of_the_dates_named_beside_it),
        cmocka_unit_test(
            what_has_the_most_is_asked_for_even_when_it_is_a_number),
        cmocka_unit_test(money_in_and_out_is_not_one_sum),
        cmocka_unit_test(products_sold_may_be_kinds_or_pieces),
        cmocka_unit_test(the_most_of_dates_is_no_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
