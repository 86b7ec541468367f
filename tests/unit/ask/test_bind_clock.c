#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

/* Calls of a lifeguard station: a day, a moment, and what it was. */
#define CALLS(moment)                                                          \
    "{\"row_count\":400,\"columns\":[{\"name\":\"beach\",\"inferred_type\":"   \
    "\"string\",\"non_null_count\":400,\"distinct_estimate\":2,"               \
    "\"dictionary\":{\"complete\":true,\"values\":[\"East\",\"West\"]}},"      \
    "{\"name\":\"" moment "\",\"inferred_type\":\"timestamp\","                \
    "\"non_null_count\":400,\"distinct_estimate\":399,\"min\":"                \
    "\"2022-01-03T08:00:00\",\"max\":\"2024-05-30T18:10:00\"},{\"name\":"      \
    "\"litres\",\"inferred_type\":\"decimal\",\"non_null_count\":400,"         \
    "\"distinct_estimate\":399,\"min\":1.5,\"max\":90.5},{\"name\":\"ventas\"" \
    ",\"inferred_type\":\"decimal\",\"non_null_count\":400,"                   \
    "\"distinct_estimate\":399,\"min\":1.5,\"max\":90.5}]}"

#define COUNT "SELECT count(*) AS \"count\" FROM \"data\" WHERE "

static void days_of_the_week_are_those_of_any_week(void **state)
{
    static const char *const p = CALLS("rung");

    (void)state;
    check_sql_of(p, "how many rows on a Saturday",
                 COUNT "isodow(\"rung\") = 6");
    check_sql_of(p, "how many rows on weekends",
                 COUNT "isodow(\"rung\") IN (6, 7)");
    check_sql_of(p, "how many rows from Friday to Monday",
                 COUNT "isodow(\"rung\") IN (1, 5, 6, 7)");
    check_sql_of(p, "how many rows not on Sundays",
                 COUNT "isodow(\"rung\") IN (1, 2, 3, 4, 5, 6)");
    check_sql_of(p, "¿cuántas filas hay los martes y jueves?",
                 COUNT "isodow(\"rung\") IN (2, 4)");
    check_sql_of(p, "cuántas filas hay de lunes a viernes",
                 COUNT "isodow(\"rung\") IN (1, 2, 3, 4, 5)");
    check_sql_of(p, "周日有多少行", COUNT "isodow(\"rung\") = 7");
    check_sql_of(p, "星期三有多少行", COUNT "isodow(\"rung\") = 3");
}

static void days_of_the_week_are_groups_in_their_order(void **state)
{
    (void)state;
    check_sql_of(
        CALLS("rung"), "number of rows by weekday",
        "SELECT (['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', "
        "'Saturday', 'Sunday'])[isodow(\"rung\")] AS \"weekday\", count(*) AS "
        "\"count\" FROM \"data\" GROUP BY 1 ORDER BY min(isodow(\"rung\")) ASC "
        "NULLS LAST");
    check_sql_of(
        CALLS("rung"), "suma de ventas por día de la semana",
        "SELECT (['lunes', 'martes', 'miércoles', 'jueves', 'viernes', "
        "'sábado', 'domingo'])[isodow(\"rung\")] AS \"weekday\", "
        "sum(\"ventas\") AS \"sum_ventas\" FROM \"data\" GROUP BY 1 ORDER BY "
        "min(isodow(\"rung\")) ASC NULLS LAST");
}

static void times_of_day_are_those_of_any_day(void **state)
{
    static const char *const p = CALLS("rung");

    (void)state;
    check_sql_of(p, "how many rows before 10am",
                 COUNT "CAST(\"rung\" AS TIME) < TIME '10:00:00'");
    check_sql_of(p, "how many rows after 6:30 pm",
                 COUNT "CAST(\"rung\" AS TIME) > TIME '18:30:00'");
    check_sql_of(p, "how many rows after 6 pm, including 6 sharp",
                 COUNT "CAST(\"rung\" AS TIME) >= TIME '18:00:00'");
    check_sql_of(p, "how many rows between 9am and noon",
                 COUNT "CAST(\"rung\" AS TIME) >= TIME '09:00:00' AND "
                       "CAST(\"rung\" AS TIME) <= TIME '12:00:00'");
    check_sql_of(p, "how many rows at 7 am",
                 COUNT "CAST(\"rung\" AS TIME) >= TIME '07:00:00' AND "
                       "CAST(\"rung\" AS TIME) < TIME '08:00:00'");
    check_sql_of(p, "cuántas filas hay antes de las 10 de la mañana",
                 COUNT "CAST(\"rung\" AS TIME) < TIME '10:00:00'");
    check_sql_of(p, "下午3点半以前有多少行",
                 COUNT "CAST(\"rung\" AS TIME) < TIME '15:30:00'");
    check_sql_of(p, "晚上9点以后（含9点）有多少行",
                 COUNT "CAST(\"rung\" AS TIME) >= TIME '21:00:00'");
}

static void hours_are_groups(void **state)
{
    (void)state;
    check_sql_of(
        CALLS("rung"), "number of rows by hour",
        "SELECT (lpad(CAST(hour(\"rung\") AS VARCHAR), 2, '0') || "
        "':00') AS \"hour\", count(*) AS \"count\" FROM \"data\" GROUP "
        "BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void what_the_table_cannot_tell_is_asked_back(void **state)
{
    (void)state;
    check_sql("how many orders before 10am", "? ");
    check_sql("number of orders by hour", "? The table has no dates for");
    check_sql_of(CALLS("rung"), "how many rows per hour", "? ");
    check_sql_of(CALLS("rung"), "how many rows from 10 pm to 6 am", "? ");
    check_sql_of(CALLS("rung"), "how many rows in the last 24 hours", "? ");
}

static void the_latest_month_is_that_of_the_newest_date(void **state)
{
    (void)state;
    check_sql_of(CALLS("rung"), "how many rows in the latest month",
                 COUNT "\"rung\" >= DATE '2024-05-01' AND \"rung\" < DATE "
                       "'2024-06-01'");
    check_sql_of(CALLS("rung"), "cuántas filas hay en el mes más reciente",
                 COUNT "\"rung\" >= DATE '2024-05-01' AND \"rung\" < DATE "
                       "'2024-06-01'");
}

static void a_period_is_held_against_the_same_of_the_year_before(void **state)
{
    static const char *const quarter =
        "WITH \"both\" AS (SELECT sum(\"ventas\") FILTER (WHERE \"rung\" >= "
        "DATE '2023-01-01' AND \"rung\" < DATE '2023-04-01') AS \"before\", "
        "sum(\"ventas\") FILTER (WHERE \"rung\" >= DATE '2024-01-01' AND "
        "\"rung\" < DATE '2024-04-01') AS \"after\" FROM \"data\") SELECT "
        "\"before\", \"after\", \"after\" - \"before\" AS \"change\", "
        "round(100.0 * (\"after\" - \"before\") / nullif(abs(\"before\"), 0), "
        "2) AS \"percent\" FROM \"both\"";
    static const char *const p = CALLS("rung");

    (void)state;
    check_sql_of(p, "ventas Q1 2024 vs the same period last year", quarter);
    check_sql_of(p, "ventas Jan to Mar 2024 vs same period last year, % change",
                 quarter);
    check_sql_of(p, "YoY change in ventas, Q1 2024 against Q1 2023 (%)",
                 quarter);
    check_sql_of(p, "yoy growth of ventas in Q1 2024", quarter);
    check_sql_of(p, "monthly yoy growth of ventas in 2024", "? ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_of_the_week_are_those_of_any_week),
        cmocka_unit_test(days_of_the_week_are_groups_in_their_order),
        cmocka_unit_test(times_of_day_are_those_of_any_day),
        cmocka_unit_test(hours_are_groups),
        cmocka_unit_test(what_the_table_cannot_tell_is_asked_back),
        cmocka_unit_test(the_latest_month_is_that_of_the_newest_date),
        cmocka_unit_test(a_period_is_held_against_the_same_of_the_year_before),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
