#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

/* A rate of each bank at each month's end. */
#define RATES                                                                  \
    "{\"row_count\":720,\"columns\":[{\"name\":\"day\",\"inferred_type\":"     \
    "\"date\",\"non_null_count\":720,\"distinct_estimate\":60,"                \
    "\"min\":\"2020-01-31\",\"max\":\"2024-12-31\"},"                          \
    "{\"name\":\"bank\",\"inferred_type\":\"string\",\"non_null_count\":720,"  \
    "\"distinct_estimate\":12,\"dictionary\":{\"complete\":true,\"values\":"   \
    "[\"Apex\",\"Borea\"]}},"                                                  \
    "{\"name\":\"rate\",\"inferred_type\":\"decimal\",\"non_null_count\":720," \
    "\"distinct_estimate\":300,\"min\":1.1,\"max\":9.9}]}"

static void what_rows_hold_keeps_all_rows_in_the_order_of_time(void **state)
{
    (void)state;
    check_sql_of(
        RATES, "rate of Apex in 2024",
        "SELECT \"day\" AS \"day\", \"rate\" AS \"rate\" FROM \"data\" "
        "WHERE \"day\" >= DATE '2024-01-01' AND \"day\" < DATE "
        "'2025-01-01' AND \"bank\" = 'Apex' ORDER BY 1 ASC NULLS LAST, "
        "2 ASC NULLS LAST");
}

static void several_values_are_distinguished(void **state)
{
    (void)state;
    check_sql_of(
        RATES, "rate of Apex and Borea in December 2024",
        "SELECT \"bank\" AS \"bank\", \"rate\" AS \"rate\" FROM "
        "\"data\" WHERE \"day\" >= DATE '2024-12-01' AND \"day\" < DATE "
        "'2025-01-01' AND \"bank\" IN ('Apex', 'Borea') ORDER BY 1 ASC "
        "NULLS LAST, 2 ASC NULLS LAST");
}

static void one_date_needs_no_label(void **state)
{
    (void)state;
    check_sql_of(
        RATES, "rate of Apex on 2024-12-31",
        "SELECT \"rate\" AS \"rate\" FROM \"data\" WHERE \"day\" >= "
        "DATE '2024-12-31' AND \"day\" < DATE '2025-01-01' AND \"bank\" "
        "= 'Apex' ORDER BY 1 ASC NULLS LAST");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_rows_hold_keeps_all_rows_in_the_order_of_time),
        cmocka_unit_test(several_values_are_distinguished),
        cmocka_unit_test(one_date_needs_no_label),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
