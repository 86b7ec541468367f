#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fixture.h"

/* The question has this SQL, or begins so when it is asked back. */
static void check(const char *question, const char *want)
{
    struct arena a;
    struct str got;

    arena_init(&a, 1 << 25);
    got = asked(question, &a);
    if (want[0] == '?' ? !str_starts(got, str_from(want)) : !str_is(got, want))
        fail_msg("%s\n  is   %.*s\n  not  %s", question, STR_FMT(got), want);
    arena_release(&a);
}

static void counting_takes_rows_values_or_sums(void **state)
{
    (void)state;
    check("how many rows", "SELECT count(*) AS \"count\" FROM \"data\"");
    check(
        "how many orders",
        "SELECT count(DISTINCT \"order_id\") AS \"distinct_order_id\" FROM \"data\"");
    check(
        "cuántos clientes hay",
        "SELECT count(DISTINCT \"customer_name\") AS \"distinct_customer_name\" FROM \"data\"");
    check("how many units",
          "SELECT sum(\"units\") AS \"sum_units\" FROM \"data\"");
    check(
        "total customers",
        "SELECT count(DISTINCT \"customer_name\") AS \"distinct_customer_name\" FROM \"data\"");
    check(
        "客户数",
        "SELECT count(DISTINCT \"customer_name\") AS \"distinct_customer_name\" FROM \"data\"");
}

static void aggregates_take_the_column_after_or_before_them(void **state)
{
    (void)state;
    check(
        "average unit price",
        "SELECT round(avg(\"unit_price\"), 6) AS \"avg_unit_price\" FROM \"data\"");
    check(
        "precio medio",
        "SELECT round(avg(\"unit_price\"), 6) AS \"avg_unit_price\" FROM \"data\"");
    check(
        "平均单价是多少",
        "SELECT round(avg(\"unit_price\"), 6) AS \"avg_unit_price\" FROM \"data\"");
    check("median units",
          "SELECT median(\"units\") AS \"median_units\" FROM \"data\"");
    check(
        "average and maximum unit price",
        "SELECT round(avg(\"unit_price\"), 6) AS \"avg_unit_price\", max(\"unit_price\") AS \"max_unit_price\" FROM \"data\"");
}

static void an_aggregate_of_nothing_is_asked_back(void **state)
{
    (void)state;
    check("what is the average", "? What is to be measured");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counting_takes_rows_values_or_sums),
        cmocka_unit_test(aggregates_take_the_column_after_or_before_them),
        cmocka_unit_test(an_aggregate_of_nothing_is_asked_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
