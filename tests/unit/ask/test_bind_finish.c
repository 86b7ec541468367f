#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

static void rows_of_totals_are_in_no_ranking_and_no_list(void **state)
{
    (void)state;
    check_sql_of(
        LINES, "list of countries",
        "SELECT \"country\" AS \"country\" FROM \"data\" WHERE \"country\" IS DISTINCT FROM 'Total' GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    check_sql_of(
        LINES, "top 2 rows by sales",
        "SELECT * FROM \"data\" WHERE \"country\" IS DISTINCT FROM 'Total' ORDER BY \"sales\" DESC NULLS LAST, \"order_id\" ASC NULLS LAST, \"CustomerID\" ASC NULLS LAST, \"order_date\" ASC NULLS LAST, \"country\" ASC NULLS LAST, \"ship_to\" ASC NULLS LAST, \"status\" ASC NULLS LAST, \"is_gift\" ASC NULLS LAST, \"class\" ASC NULLS LAST, \"discount\" ASC NULLS LAST LIMIT 2");
    check_sql_of(LINES, "show all rows", "SELECT * FROM \"data\"");
}

static void averages_of_small_numbers_keep_their_digits(void **state)
{
    static const char small[] =
        "{\"row_count\":9,\"columns\":[{\"name\":\"mass\",\"inferred_type\":"
        "\"float\",\"min\":0.0000001,\"max\":0.000009}]}";

    (void)state;
    check_sql_of(small, "average mass",
                 "SELECT avg(\"mass\") AS \"avg_mass\" FROM \"data\"");
    check_sql_of(
        LINES, "average discount with country Spain",
        "SELECT round(avg(\"discount\"), 6) AS \"avg_discount\" FROM \"data\" WHERE \"country\" = 'Spain'");
}

static void a_condition_on_each_is_on_what_is_counted(void **state)
{
    (void)state;
    check_sql("number of customers per city with sales over 1000",
              "? The condition is on each customer_name");
    check_sql("customers with more than 10 orders by city", "? ");
}

static void the_first_in_all_or_of_each_is_asked(void **state)
{
    (void)state;
    check_sql("sales top 3 customers by month",
              "? The first customer_name in all, or the first of each month?");
}

static void best_is_high_or_low(void **state)
{
    (void)state;
    check_sql("best city by density",
              "? Do you mean the highest or the lowest density?");
    check_sql(
        "best city by sales",
        "SELECT \"city\" AS \"city\", sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" IS NOT NULL GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(\"total_amount\") DESC NULLS LAST) = 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST");
}

static void shares_of_what_goes_in_and_out_are_asked_back(void **state)
{
    static const char moves[] =
        "{\"row_count\":30,\"columns\":[{\"name\":\"concepto\","
        "\"inferred_type\":\"string\",\"non_null_count\":30,"
        "\"distinct_estimate\":9},{\"name\":\"importe\",\"inferred_type\":"
        "\"decimal\",\"non_null_count\":30,\"distinct_estimate\":29,"
        "\"min\":-900.5,\"max\":3000}]}";

    (void)state;
    check_sql_of(moves, "porcentaje del importe por concepto",
                 "? importe tiene importes positivos y negativos");
    check_sql_of(
        moves, "porcentaje del gasto por concepto",
        "SELECT \"concepto\" AS \"concepto\", sum(\"importe\") AS \"sum_importe\", round(100.0 * sum(\"importe\") / nullif(sum(sum(\"importe\")) OVER (), 0), 2) AS \"percent\" FROM \"data\" WHERE \"importe\" < 0 GROUP BY 1 ORDER BY 2 ASC NULLS LAST, 1 ASC NULLS LAST");
}

static void a_column_that_was_never_filled_is_asked_back(void **state)
{
    static const char *const t =
        "{\"row_count\":40,\"columns\":[{\"name\":\"bank\","
        "\"inferred_type\":\"string\",\"non_null_count\":40,"
        "\"distinct_estimate\":2,\"dictionary\":{\"complete\":true,"
        "\"values\":[\"Norte\",\"Sur\"]}},{\"name\":\"rate\","
        "\"inferred_type\":\"decimal\",\"non_null_count\":0,"
        "\"distinct_estimate\":0}]}";

    (void)state;
    check_sql_of(t, "average rate by bank", "? Column rate has no value");
    check_sql_of(t, "rate of Norte", "? Column rate has no value");
    check_sql_of(t, "media de rate por bank", "? La columna rate no tiene");
    check_sql_of(t, "每个bank的平均rate", "? 列 rate 没有任何值");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_condition_on_each_is_on_what_is_counted),
        cmocka_unit_test(the_first_in_all_or_of_each_is_asked),
        cmocka_unit_test(best_is_high_or_low),
        cmocka_unit_test(shares_of_what_goes_in_and_out_are_asked_back),
        cmocka_unit_test(rows_of_totals_are_in_no_ranking_and_no_list),
        cmocka_unit_test(averages_of_small_numbers_keep_their_digits),
        cmocka_unit_test(a_column_that_was_never_filled_is_asked_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
