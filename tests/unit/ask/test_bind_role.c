#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fixture.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_come_with_by_per_and_each),
        cmocka_unit_test(who_asks_for_the_column_of_persons),
        cmocka_unit_test(money_verbs_measure_the_money_and_its_sign),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
