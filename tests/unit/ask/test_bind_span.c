#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

#define DAYS_COLUMN(name, min)                                              \
    "{\"name\":\"" name "\",\"inferred_type\":\"date\",\"non_null_count\":" \
    "90,\"distinct_estimate\":80,\"min\":\"" min "\",\"max\":"              \
    "\"2024-12-30\"}"

#define NUMBERS_COLUMN(name)                                \
    "{\"name\":\"" name "\",\"inferred_type\":\"integer\"," \
    "\"non_null_count\":90,\"distinct_estimate\":80,\"min\":1,\"max\":99}"

#define REPAIRS(columns)                                                     \
    "{\"row_count\":90,\"columns\":[{\"name\":\"workshop\","                 \
    "\"inferred_type\":\"string\",\"non_null_count\":90,"                    \
    "\"distinct_estimate\":2,\"dictionary\":{\"complete\":true,\"values\":[" \
    "\"North\",\"South\"]}}," columns "]}"

#define TWO                                                        \
    REPAIRS(DAYS_COLUMN("received", "2023-01-02") "," DAYS_COLUMN( \
        "returned_on", "2023-01-09"))
#define THREE                                                      \
    REPAIRS(DAYS_COLUMN("received", "2023-01-02") "," DAYS_COLUMN( \
        "promised", "2023-01-05") "," DAYS_COLUMN("returned_on",   \
                                                  "2023-01-09"))
#define OBRAS                                                                  \
    REPAIRS(DAYS_COLUMN("inicio", "2023-01-02") "," DAYS_COLUMN("fec_entrega", \
                                                                "2023-01-09"))
#define BAOXIU                                                     \
    REPAIRS(DAYS_COLUMN("报修日期", "2023-01-02") "," DAYS_COLUMN( \
        "完工日期", "2023-01-09"))

#define FROM_SPAN(from, to, unit, name)                                    \
    " FROM (SELECT *, round((date_diff('second', CAST(\"" from             \
    "\" AS TIMESTAMP), CAST(\"" to "\" AS TIMESTAMP)) / " unit "), 6) AS " \
    "\"" name "\" FROM \"data\")"

#define AVERAGE(from, to, unit, name)         \
    "SELECT avg(\"" name "\") AS \"avg_" name \
    "\"" FROM_SPAN(from, to, unit, name)

static void days_are_counted_from_one_event_to_another(void **state)
{
    static const char *const days =
        AVERAGE("received", "returned_on", "86400.0",
                "days from received to returned_on");

    (void)state;
    check_sql_of(THREE, "average days from receipt to return", days);
    check_sql_of(THREE, "average days from receiving to returning", days);
    check_sql_of(THREE, "avg days between received and returned", days);
    check_sql_of(THREE, "how many days on average from received to returned",
                 days);
    check_sql_of(THREE, "average hours from received to returned",
                 AVERAGE("received", "returned_on", "3600.0",
                         "hours from received to returned_on"));
    check_sql_of(OBRAS, "media de días de inicio a entrega",
                 AVERAGE("inicio", "fec_entrega", "86400.0",
                         "días de inicio a fec_entrega"));
    check_sql_of(BAOXIU, "从报修到完工平均几天",
                 AVERAGE("报修日期", "完工日期", "86400.0",
                         "报修日期 到 完工日期 的天数"));
}

static void the_only_two_dates_are_beginning_and_end(void **state)
{
    static const char *const days =
        AVERAGE("received", "returned_on", "86400.0",
                "days from received to returned_on");

    (void)state;
    check_sql_of(TWO, "average turnaround time", days);
    check_sql_of(TWO, "how long does it take on average", days);
    check_sql_of(TWO, "average days to return", days);
    check_sql_of(OBRAS, "días que tardamos de media en entregar",
                 AVERAGE("inicio", "fec_entrega", "86400.0",
                         "días de inicio a fec_entrega"));
    check_sql_of(THREE, "average turnaround time", "? ");
    check_sql_of(THREE, "average days to return", "? ");
}

static void a_span_is_compared_and_grouped_as_a_column_is(void **state)
{
    (void)state;
    check_sql_of(
        TWO, "how many rows took more than 7 days to return",
        "SELECT count(*) AS \"count\"" FROM_SPAN(
            "received", "returned_on", "86400.0",
            "days from received to returned_on") " WHERE \"days from received "
                                                 "to returned_on\" > 7");
    check_sql_of(
        TWO, "average turnaround time by workshop",
        "SELECT \"workshop\" AS \"workshop\", avg(\"days from received to "
        "returned_on\") AS \"avg_days from received to returned_on\"" FROM_SPAN(
            "received", "returned_on", "86400.0",
            "days from received to returned_on") " GROUP BY 1 ORDER BY 1 ASC "
                                                 "NULLS LAST");
}

static void how_long_beside_a_number_asks_for_no_dates(void **state)
{
    (void)state;
    check_sql_of(REPAIRS(DAYS_COLUMN("received", "2023-01-02") "," DAYS_COLUMN(
                     "returned_on", "2023-01-09") "," NUMBERS_COLUMN("wait")),
                 "how long is the average wait", "? ");
    check_sql_of(TWO, "total days by workshop", "? ");
}

/* Coaches: seats, who sat there, and what was planned. */
#define COACHES                                                            \
    REPAIRS(NUMBERS_COLUMN("seats") "," NUMBERS_COLUMN(                    \
        "passengers") "," NUMBERS_COLUMN("budget") "," NUMBERS_COLUMN("ac" \
                                                                      "tual"))

static void a_figure_over_another_is_that_of_all_rows(void **state)
{
    static const char *const all =
        "SELECT round((sum(\"passengers\") / nullif(sum(\"seats\"), 0)), 6) AS "
        "\"passengers / seats\" FROM \"data\"";

    (void)state;
    check_sql_of(COACHES, "passengers divided by seats", all);
    check_sql_of(COACHES, "passengers/seats", all);
    check_sql_of(COACHES, "average passengers per seat", all);
    check_sql_of(COACHES, "passengers divided by seats in percent",
                 "SELECT round(((100 * sum(\"passengers\")) / "
                 "nullif(sum(\"seats\"), 0)), 6) AS \"passengers / seats (%)\" "
                 "FROM \"data\"");
    check_sql_of(
        COACHES, "passengers divided by seats by workshop",
        "SELECT \"workshop\" AS \"workshop\", "
        "round((sum(\"passengers\") / nullif(sum(\"seats\"), 0)), 6) "
        "AS \"passengers / seats\" FROM \"data\" GROUP BY 1 ORDER BY 1 "
        "ASC NULLS LAST");
}

static void a_figure_less_another_is_that_of_each_row(void **state)
{
    (void)state;
    check_sql_of(
        COACHES, "actual minus budget by workshop",
        "SELECT \"workshop\" AS \"workshop\", sum(\"actual − budget\") "
        "AS \"sum_actual − budget\" FROM (SELECT *, round((\"actual\" "
        "- \"budget\"), 6) AS \"actual − budget\" FROM \"data\") GROUP "
        "BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void one_date_is_held_against_another_of_its_row(void **state)
{
    static const char *const late =
        "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"returned_on\" > "
        "\"promised\"";

    (void)state;
    check_sql_of(THREE, "how many rows were returned after the promised date",
                 late);
    check_sql_of(THREE, "how many rows returned later than promised", late);
    check_sql_of(THREE, "how many rows were returned after 2024-03-05",
                 "SELECT count(*) AS \"count\" FROM \"data\" WHERE "
                 "\"returned_on\" >= DATE '2024-03-06'");
}

static void over_budget_is_the_other_figure_over_it(void **state)
{
    static const char *const plan =
        REPAIRS(NUMBERS_COLUMN("budget") "," NUMBERS_COLUMN("actual"));

    (void)state;
    check_sql_of(plan, "how many rows over budget",
                 "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"actual\" "
                 "> \"budget\"");
    check_sql_of(COACHES, "how many rows over budget", "? ");
}

static void what_stands_in_brackets_says_what_a_name_is(void **state)
{
    (void)state;
    check_sql_of(COACHES, "load factor (passengers divided by seats)",
                 "SELECT round((sum(\"passengers\") / nullif(sum(\"seats\"), "
                 "0)), 6) AS \"passengers / seats\" FROM \"data\"");
    check_sql_of(COACHES, "load factor", "? ");
}

static void a_unit_behind_a_number_is_that_of_its_column(void **state)
{
    static const char *const waits = REPAIRS(NUMBERS_COLUMN("wait_mins"));

    (void)state;
    check_sql_of(waits, "how many rows with a wait between 20 and 30 minutes",
                 "SELECT count(*) AS \"count\" FROM \"data\" WHERE "
                 "\"wait_mins\" BETWEEN 20 AND 30");
    check_sql_of(waits, "how many rows with a wait over 2 hours", "? ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_are_counted_from_one_event_to_another),
        cmocka_unit_test(the_only_two_dates_are_beginning_and_end),
        cmocka_unit_test(a_span_is_compared_and_grouped_as_a_column_is),
        cmocka_unit_test(how_long_beside_a_number_asks_for_no_dates),
        cmocka_unit_test(a_figure_over_another_is_that_of_all_rows),
        cmocka_unit_test(a_figure_less_another_is_that_of_each_row),
        cmocka_unit_test(one_date_is_held_against_another_of_its_row),
        cmocka_unit_test(over_budget_is_the_other_figure_over_it),
        cmocka_unit_test(what_stands_in_brackets_says_what_a_name_is),
        cmocka_unit_test(a_unit_behind_a_number_is_that_of_its_column),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
