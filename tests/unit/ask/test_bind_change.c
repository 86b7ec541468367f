#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "members_fixture.h"

#define CHANGED(measure, first, second, how)                           \
    "WITH \"both\" AS (SELECT " measure " FILTER (WHERE " first        \
    ") AS \"before\", " measure " FILTER (WHERE " second               \
    ") AS \"after\" FROM \"data\") SELECT \"before\", \"after\", " how \
    " AS \"change\", round(100.0 * (" how                              \
    ") / nullif(abs(\"before\"), 0), 2) AS \"percent\" FROM \"both\""
#define UP  "\"after\" - \"before\""
#define GAP "abs(\"after\" - \"before\")"
#define IN_YEAR(year, next)                                                  \
    "\"orderDate\" >= DATE '" year "-01-01' AND \"orderDate\" < DATE '" next \
    "-01-01'"

static void growth_is_from_one_period_to_another(void **state)
{
    (void)state;
    check_sql("how much did units grow from 2022 to 2023",
              CHANGED("sum(\"units\")", IN_YEAR("2022", "2023"),
                      IN_YEAR("2023", "2024"), UP));
    check_sql("by what percentage did the number of orders change between "
              "2022 and 2023",
              CHANGED("count(DISTINCT \"order_id\")", IN_YEAR("2022", "2023"),
                      IN_YEAR("2023", "2024"), UP));
    check_sql("growth of units in 2023",
              CHANGED("sum(\"units\")", IN_YEAR("2022", "2023"),
                      IN_YEAR("2023", "2024"), UP));
}

static void the_earlier_period_is_the_first(void **state)
{
    (void)state;
    check_sql("how many more units in 2024 than in 2023",
              CHANGED("sum(\"units\")", IN_YEAR("2023", "2024"),
                      IN_YEAR("2024", "2025"), UP));
    check_sql("drop of units in 2023 compared with 2022",
              CHANGED("sum(\"units\")", IN_YEAR("2022", "2023"),
                      IN_YEAR("2023", "2024"), "\"before\" - \"after\""));
}

static void a_difference_has_no_direction(void **state)
{
    (void)state;
    check_sql("difference in units between Madrid and New York",
              CHANGED("sum(\"units\")", "\"city\" = 'Madrid'",
                      "\"city\" = 'New York'", GAP));
}

static void more_than_another_starts_from_the_other(void **state)
{
    (void)state;
    check_sql("how many more units did Acme Corp buy than Blue Sun",
              CHANGED("sum(\"units\")", "\"customer_name\" = 'Blue Sun'",
                      "\"customer_name\" = 'Acme Corp'", UP));
}

static void which_of_two_had_more_is_an_order(void **state)
{
    (void)state;
    check_sql(
        "which city had more units, Madrid or New York",
        "SELECT \"city\" AS \"city\", sum(\"units\") AS \"sum_units\" FROM \"data\" WHERE \"city\" IN ('Madrid', 'New York') GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(\"units\") DESC NULLS LAST) = 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST");
}

static void a_series_grows_and_runs(void **state)
{
    (void)state;
    check_sql(
        "growth of units by year",
        "WITH \"periods\" AS (SELECT year(\"orderDate\") AS \"g1\", sum(\"units\") AS \"after\" FROM \"data\" GROUP BY 1), \"both\" AS (SELECT \"g1\", lag(\"after\") OVER (ORDER BY \"g1\") AS \"before\", \"after\" FROM \"periods\") SELECT \"g1\" AS \"year\", \"before\", \"after\", \"after\" - \"before\" AS \"change\", round(100.0 * (\"after\" - \"before\") / nullif(abs(\"before\"), 0), 2) AS \"percent\" FROM \"both\" ORDER BY 1 ASC NULLS LAST");
    check_sql(
        "running total of units by month",
        "SELECT strftime(\"orderDate\", '%Y-%m') AS \"month\", sum(\"units\") AS \"sum_units\", sum(sum(\"units\")) OVER (ORDER BY strftime(\"orderDate\", '%Y-%m')) AS \"running_total\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void a_change_of_what_is_asked_back(void **state)
{
    (void)state;
    check_sql("growth of units", "?");
    check_sql("growth of density from 2022 to 2023", "?");
    check_sql("how many more units", "?");
    check_sql("growth of units from 2022 to 2022", "?");
    check_sql("growth of units from 2019 to 2022", "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(growth_is_from_one_period_to_another),
        cmocka_unit_test(the_earlier_period_is_the_first),
        cmocka_unit_test(a_difference_has_no_direction),
        cmocka_unit_test(more_than_another_starts_from_the_other),
        cmocka_unit_test(which_of_two_had_more_is_an_order),
        cmocka_unit_test(a_series_grows_and_runs),
        cmocka_unit_test(a_change_of_what_is_asked_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
