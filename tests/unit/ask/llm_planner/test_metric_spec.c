#include "ask/llm_planner/llm_plan.h"
#include "ask/llm_planner/metric_spec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ask/orders_fixture.h"

static struct arena arena;
static struct error err;
static struct ask_result planned;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)1 << 25);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static enum err plan_text(const char *text)
{
    struct ask_schema *s = schema_of(ORDERS, "orders.csv", &arena);
    struct json *j = NULL;

    err = (struct error){0};
    planned = (struct ask_result){.language = LANGUAGE_EN};
    assert_int_equal(
        json_parse(str_from(text), &json_default_limits, &arena, &j, &err), OK);
    return plan_of_spec(j, s, &arena, &planned, &err);
}

static void check_planned(const char *spec, const char *sql)
{
    if (plan_text(spec))
        fail_msg("%s\n  %s", spec, err.msg);
    if (!str_is(planned.sql, sql))
        fail_msg("%s\n  is   %.*s\n  not  %s", spec, STR_FMT(planned.sql), sql);
}

static void check_refused(const char *spec, const char *why)
{
    assert_int_equal(plan_text(spec), ERR_VALIDATION_FAILED);
    if (!strstr(err.msg, why))
        fail_msg("%s\n  is   %s\n  not  %s", spec, err.msg, why);
}

#define MONTHS          "strftime(\"orderDate\", '%Y-%m') AS \"month\""
#define MEAN            "round(avg(\"total_amount\"), 6) AS \"avg_total_amount\""
#define MEAN_SQL(where) "SELECT " MEAN " FROM \"data\" WHERE " where

static void every_member_of_the_design_acts(void **state)
{
    (void)state;
    check_planned(
        "{\"metric\":\"Total Amount\",\"bank_names\":[\"madrid foods\"],"
        "\"time_range\":{\"type\":\"last_n_months\",\"n\":3},"
        "\"granularity\":\"month\",\"visualization_type\":\"line\"}",
        "SELECT " MONTHS ", " MEAN
        " FROM \"data\" WHERE \"orderDate\" >= DATE '2024-10-01' AND"
        " \"customer_name\" = 'Madrid Foods' GROUP BY 1 ORDER BY 1 ASC"
        " NULLS LAST");
    assert_true(str_is(planned.spec.window.column, "orderDate"));
    assert_int_equal(planned.spec.window.count, 3);
}

static void several_names_are_groups(void **state)
{
    (void)state;
    check_planned("{\"metric\":\"total_amount\",\"bank_names\":[\"Acme Corp\","
                  "\"Blue Sun\"],\"time_range\":null}",
                  "SELECT \"customer_name\" AS \"customer_name\", " MEAN
                  " FROM \"data\" WHERE \"customer_name\" IN ('Acme Corp',"
                  " 'Blue Sun') GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void a_time_range_is_counted_or_named(void **state)
{
    (void)state;
    check_planned(
        "{\"metric\":\"total_amount\",\"time_range\":{\"type\":\"year\","
        "\"year\":2023}}",
        MEAN_SQL("\"orderDate\" >= DATE '2023-01-01' AND \"orderDate\""
                 " < DATE '2024-01-01'"));
    check_planned(
        "{\"metric\":\"total_amount\",\"time_range\":{\"type\":"
        "\"between_dates\",\"start_date\":\"2023-05-01\",\"end_date\":"
        "\"2023-05-31\"}}",
        MEAN_SQL("\"orderDate\" >= DATE '2023-05-01' AND \"orderDate\""
                 " < DATE '2023-06-01'"));
    check_planned("{\"metric\":\"total_amount\",\"time_range\":{\"type\":"
                  "\"last_n_weeks\",\"n\":2}}",
                  MEAN_SQL("\"orderDate\" >= DATE '2024-12-17'"));
    check_planned(
        "{\"metric\":\"total_amount\",\"time_range\":{\"type\":\"all\"}}",
        "SELECT " MEAN " FROM \"data\"");
}

static void what_is_not_understood_is_refused(void **state)
{
    (void)state;
    check_refused("{\"metric\":\"IMOR\"}", "no table has the metric 'IMOR'");
    check_refused("{\"metric\":\"total_amount\",\"banks\":[]}",
                  "this member is not allowed: 'banks'");
    check_refused("{\"metric\":\"total_amount\",\"bank_names\":[\"INVEX\"]}",
                  "no column has all of bank_names");
    check_refused("{\"metric\":\"total_amount\",\"bank_names\":[\"Paris\"]}",
                  "several columns have the bank_names");
    check_refused("{\"metric\":\"total_amount\",\"granularity\":\"hour\"}",
                  "granularity is");
    check_refused(
        "{\"metric\":\"total_amount\",\"visualization_type\":\"pie\"}",
        "visualization_type is");
    check_refused("{\"metric\":\"total_amount\",\"time_range\":{\"type\":"
                  "\"last_n_months\"}}",
                  "wants 'n'");
    check_refused("{\"metric\":\"total_amount\",\"time_range\":{\"type\":"
                  "\"last_n_eons\",\"n\":1}}",
                  "no type 'last_n_eons'");
    check_refused("{\"metric\":\"total_amount\",\"time_range\":{\"type\":"
                  "\"between_dates\",\"start_date\":\"2023-02-30\"}}",
                  "a day is YYYY-MM-DD");
    check_refused("{\"metric\":\"customer_name\"}", "no numbers");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_member_of_the_design_acts, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(several_names_are_groups, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_time_range_is_counted_or_named,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_understood_is_refused,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
