#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/spec/compile.h"

#define HEAD                                                     \
    "{\"kind\":\"aggregate\",\"table\":\"data\",\"measures\":[{" \
    "\"agg\":\"sum\",\"column\":\"fee\",\"round\":false}],\"group_by\":["
#define SIDES                                                            \
    "],\"filters\":[{\"column\":\"city\",\"op\":\"=\",\"type\":"         \
    "\"text\",\"values\":[\"Oslo\"],\"side\":1},{\"column\":\"city\","   \
    "\"op\":\"=\",\"type\":\"text\",\"values\":[\"Lima\"],\"side\":2},"  \
    "{\"column\":\"paid\",\"op\":\">\",\"type\":\"column\",\"values\":[" \
    "\"fee\"]}]"

/* The SQL of a spec, or "! " and why there is none. */
static void check(const char *spec, const char *want)
{
    struct compile_columns columns = {NULL, 0};
    struct query_spec s;
    struct error e = {0};
    struct json *j = NULL;
    struct str sql[2] = {{0}, {0}};
    struct arena a;

    arena_init(&a, 1 << 22);
    assert_int_equal(
        json_parse(str_from(spec), &json_default_limits, &a, &j, &e), OK);
    if (spec_read(j, &a, &s, &e) || spec_compile(&s, &columns, &a, sql, &e))
        assert_int_equal(str_printf(&a, &sql[0], &e, "! %s", e.msg), OK);
    if (!str_is(sql[0], want))
        fail_msg("\n  is   %.*s\n  not  %s", STR_FMT(sql[0]), want);
    arena_release(&a);
}

static void a_change_is_from_one_side_to_the_other(void **state)
{
    (void)state;
    check(HEAD SIDES ",\"change\":{\"of\":\"sides\",\"names\":[\"Oslo\","
                     "\"Lima\"]}}",
          "WITH \"both\" AS (SELECT sum(\"fee\") FILTER (WHERE \"city\" = "
          "'Oslo') AS \"before\", sum(\"fee\") FILTER (WHERE \"city\" = "
          "'Lima') AS \"after\" FROM \"data\" WHERE \"paid\" > \"fee\") "
          "SELECT \"before\", \"after\", \"after\" - \"before\" AS \"change\", "
          "round(100.0 * (\"after\" - \"before\") / nullif(abs(\"before\"), "
          "0), 2) AS \"percent\" FROM \"both\"");
}

static void a_change_needs_two_sides_or_periods(void **state)
{
    (void)state;
    check(HEAD "],\"change\":{\"of\":\"sides\",\"names\":[\"a\",\"b\"]}}",
          "! a change must be from one side to another, or by period");
    check(HEAD SIDES ",\"limit\":1,\"change\":{\"of\":\"gap\",\"names\":["
                     "\"a\",\"b\"]}}",
          "! a change must be of one measure");
    check(HEAD "],\"change\":{\"of\":\"gap\",\"names\":[\"a\"]}}",
          "! a comparison must be of two names");
    check(HEAD "],\"running\":true}",
          "! a running total is of one measure by period");
}

static void each_period_changes_from_the_one_before(void **state)
{
    (void)state;
    check(HEAD "{\"column\":\"day\",\"grain\":\"month\"}],\"change\":{\"of\":"
               "\"series\",\"names\":[\"\",\"\"]}}",
          "WITH \"periods\" AS (SELECT strftime(\"day\", '%Y-%m') AS \"g1\", "
          "sum(\"fee\") AS \"after\" FROM \"data\" GROUP BY 1), \"both\" AS "
          "(SELECT \"g1\", lag(\"after\") OVER (ORDER BY \"g1\") AS "
          "\"before\", \"after\" FROM \"periods\") SELECT \"g1\" AS "
          "\"month\", \"before\", \"after\", \"after\" - \"before\" AS "
          "\"change\", round(100.0 * (\"after\" - \"before\") / "
          "nullif(abs(\"before\"), 0), 2) AS \"percent\" FROM \"both\" ORDER "
          "BY 1 ASC NULLS LAST");
}

static void a_running_total_goes_by_period(void **state)
{
    (void)state;
    check(HEAD "{\"column\":\"day\",\"grain\":\"year\"}],\"running\":true}",
          "SELECT year(\"day\") AS \"year\", sum(\"fee\") AS \"sum_fee\", "
          "sum(sum(\"fee\")) OVER (ORDER BY year(\"day\")) AS "
          "\"running_total\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS "
          "LAST");
}

static void the_second_of_an_order_is_below_the_first(void **state)
{
    (void)state;
    check(HEAD "{\"column\":\"city\",\"grain\":null}],\"order\":{\"by\":"
               "\"measure\",\"column\":\"\",\"descending\":true},\"limit\":1,"
               "\"place\":2}",
          "SELECT \"city\" AS \"city\", sum(\"fee\") AS \"sum_fee\" FROM "
          "\"data\" GROUP BY 1 QUALIFY dense_rank() OVER (ORDER BY "
          "sum(\"fee\") DESC NULLS LAST) = 2 ORDER BY 2 DESC NULLS LAST, 1 "
          "ASC NULLS LAST");
}

#define PLACED                                                      \
    HEAD "{\"column\":\"city\",\"grain\":null}],\"order\":{\"by\":" \
         "\"measure\",\"column\":\"\",\"descending\":true},\"placed\":true,"

static void a_group_has_its_place_among_all(void **state)
{
    (void)state;
    check(PLACED "\"filters\":[{\"column\":\"kind\",\"op\":\"=\",\"values\":"
                 "[\"a\"]},{\"column\":\"city\",\"op\":\"=\",\"values\":"
                 "[\"Oslo\"],\"part\":true}]}",
          "SELECT \"city\" AS \"city\", sum(\"fee\") AS \"sum_fee\", rank() "
          "OVER (ORDER BY sum(\"fee\") DESC NULLS LAST) AS \"rank\", count(*) "
          "OVER () AS \"groups\" FROM \"data\" WHERE \"kind\" = 'a' GROUP BY 1 "
          "HAVING \"city\" IS NOT NULL QUALIFY \"city\" = 'Oslo' ORDER BY 2 "
          "DESC NULLS LAST, 1 ASC NULLS LAST");
}

static void a_place_is_of_groups_that_are_named(void **state)
{
    (void)state;
    check(PLACED "\"filters\":[{\"column\":\"kind\",\"op\":\"=\","
                 "\"values\":[\"a\"],\"part\":true}]}",
          "! a place must be of groups that the part names");
    check(PLACED "\"limit\":1,\"filters\":[{\"column\":\"city\",\"op\":"
                 "\"=\",\"values\":[\"Oslo\"],\"part\":true}]}",
          "! a place must be of groups that the part names");
}

static void a_number_is_compared_with_the_average_of_all(void **state)
{
    (void)state;
    check(HEAD "],\"filters\":[{\"column\":\"fee\",\"op\":\">\",\"type\":"
               "\"average\",\"values\":[\"fee\"]}]}",
          "SELECT sum(\"fee\") AS \"sum_fee\" FROM \"data\" WHERE \"fee\" > "
          "(SELECT avg(\"fee\") FROM \"data\")");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_is_from_one_side_to_the_other),
        cmocka_unit_test(a_change_needs_two_sides_or_periods),
        cmocka_unit_test(each_period_changes_from_the_one_before),
        cmocka_unit_test(a_running_total_goes_by_period),
        cmocka_unit_test(the_second_of_an_order_is_below_the_first),
        cmocka_unit_test(a_group_has_its_place_among_all),
        cmocka_unit_test(a_place_is_of_groups_that_are_named),
        cmocka_unit_test(a_number_is_compared_with_the_average_of_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
