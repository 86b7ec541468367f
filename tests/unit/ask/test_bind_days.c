#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

static void what_the_data_does_not_reach_is_asked_back(void **state)
{
    (void)state;
    check_sql("sales in 2019", "? \"2019\" is outside of the data");
    check_sql("sales in the first quarter",
              "? \"first quarter\" of which year?");
    check_sql("sales on 3/4/2024", "?");
}

static void periods_that_cannot_both_hold_are_asked_back(void **state)
{
    (void)state;
    check_sql("sales in 2022 in 2024", "? How does \"2024\" relate");
    check_sql("sales after 2022 and 2024", "? How does \"2024\" relate");
    check_sql("sales after 2023 and before 2023", "? How does \"2023\" relate");
    check_sql("sales since 2022 in 2024", "? How does \"2024\" relate");
    check_sql("sales in the last 3 months, 2023", "? How does \"2023\" relate");
    check_sql("sales from November to February 2024",
              "? How does \"November\"");
    check_sql("sales between 2024 and 2022", "? How does \"2024\" relate");
    check_sql(
        "sales since March 2022 and before 2024",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"orderDate\" >= DATE '2022-03-01' AND \"orderDate\" < DATE '2024-01-01'");
    check_sql(
        "sales in December since 2022",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE month(\"orderDate\") = 12 AND \"orderDate\" >= DATE '2022-01-01'");
}

static void years_in_a_column_of_years_cannot_both_hold_either(void **state)
{
    static const char years[] =
        "{\"row_count\":30,\"columns\":[{\"name\":\"Year\","
        "\"inferred_type\":\"integer\",\"non_null_count\":30,"
        "\"distinct_estimate\":9,\"min\":2015,\"max\":2023},{\"name\":"
        "\"sales\",\"inferred_type\":\"integer\",\"non_null_count\":30,"
        "\"distinct_estimate\":30,\"min\":1,\"max\":99}]}";
    struct arena a;

    (void)state;
    arena_init(&a, 1 << 25);
    assert_true(str_starts(asked_of(years, "sales in 2015 in 2018", &a),
                           STR("? How does \"2018\" relate")));
    assert_true(str_is(asked_of(years, "sales in 2015 and 2018", &a),
                       "SELECT sum(\"sales\") AS \"sum_sales\" FROM \"data\" "
                       "WHERE \"Year\" IN (2015, 2018)"));
    assert_true(str_is(asked_of(years, "sales 2015 vs 2018", &a),
                       "SELECT \"Year\" AS \"Year\", sum(\"sales\") AS "
                       "\"sum_sales\" FROM \"data\" WHERE \"Year\" IN (2015, "
                       "2018) GROUP BY 1 ORDER BY 1 ASC NULLS LAST"));
    assert_true(str_starts(asked_of(years, "sales between 2018 and 2015", &a),
                           STR("? How does \"2018\" relate")));
    assert_true(
        str_is(asked_of(years, "sales since 2016 and before 2018", &a),
               "SELECT sum(\"sales\") AS \"sum_sales\" FROM \"data\" WHERE "
               "\"Year\" >= 2016 AND \"Year\" <= 2017"));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_data_does_not_reach_is_asked_back),
        cmocka_unit_test(periods_that_cannot_both_hold_are_asked_back),
        cmocka_unit_test(years_in_a_column_of_years_cannot_both_hold_either),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
