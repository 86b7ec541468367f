#include "ask/llm_planner/llm_plan.h"

#include "base/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ask/orders_fixture.h"

static struct arena arena;
static struct error err;
static struct str reason;
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

/* Reads {"plan":"spec","table":...,"spec":{<parts>}}. */
static enum err read_text(struct str text)
{
    struct ask_schema *s = schema_of(ORDERS, "orders.csv", &arena);
    const struct plan_tables tables = {{0}, {s->tables[0].sql}, 1};
    const struct plan_context context = {s, &tables, NULL, 0};
    struct json *j = NULL;

    err = (struct error){0};
    planned = (struct ask_result){.outcome = ASK_CLARIFY};
    assert_int_equal(json_parse(text, &json_default_limits, &arena, &j, &err),
                     OK);
    return plan_read(j, &context, &arena, &planned, &reason, &err);
}

static enum err read_spec(const char *parts)
{
    struct str text;

    assert_int_equal(str_printf(&arena, &text, &err,
                                "{\"plan\":\"spec\",\"table\":\"orders.csv\","
                                "\"spec\":{%s},\"sql\":null,\"reason\":\"\"}",
                                parts),
                     OK);
    return read_text(text);
}

static void check_planned(const char *parts, const char *sql)
{
    if (read_spec(parts))
        fail_msg("%s\n  %s", parts, err.msg);
    if (!str_is(planned.sql, sql))
        fail_msg("%s\n  is   %.*s\n  not  %s", parts, STR_FMT(planned.sql),
                 sql);
    assert_int_equal(planned.outcome, ASK_ANSWERABLE);
    assert_false(planned.is_bare_sql);
}

static void check_wrong(const char *parts, const char *message)
{
    assert_int_equal(read_spec(parts), ERR_VALIDATION_FAILED);
    if (!strstr(err.msg, message))
        fail_msg("%s\n  says %s\n  not  %s", parts, err.msg, message);
    assert_int_equal(planned.outcome, ASK_CLARIFY);
}

static void a_spec_becomes_sql(void **state)
{
    (void)state;
    check_planned(
        "\"kind\":\"aggregate\",\"measures\":[{\"agg\":\"sum\",\"column\":"
        "\"units\"}],\"group_by\":[{\"column\":\"city\",\"grain\":null}],"
        "\"filters\":[],\"having\":null,\"order\":{\"by\":\"measure\","
        "\"column\":null,\"descending\":true},\"limit\":3,\"share\":false",
        "SELECT \"city\" AS \"city\", sum(\"units\") AS \"sum_units\" FROM "
        "\"data\" GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST "
        "LIMIT 3");
}

/* Not the first measure: years in their order. */
static void the_order_by_a_group_is_kept(void **state)
{
    (void)state;
    check_planned(
        "\"kind\":\"aggregate\",\"measures\":[{\"agg\":\"sum\",\"column\":"
        "\"units\"}],\"group_by\":[{\"column\":\"city\",\"grain\":null},"
        "{\"column\":\"orderDate\",\"grain\":\"year\"}],\"filters\":[],"
        "\"order\":{\"by\":\"column\",\"column\":\"orderdate\","
        "\"descending\":true}",
        "SELECT \"city\" AS \"city\", year(\"orderDate\") AS \"year\", "
        "sum(\"units\") AS \"sum_units\" FROM \"data\" GROUP BY 1, 2 ORDER BY "
        "2 DESC NULLS LAST, 1 ASC NULLS LAST");
    check_wrong("\"kind\":\"aggregate\",\"measures\":[{\"agg\":\"sum\","
                "\"column\":\"units\"}],\"group_by\":[{\"column\":\"city\","
                "\"grain\":null}],\"order\":{\"by\":\"column\",\"column\":"
                "\"density\",\"descending\":true}",
                "groups are ordered by the first measure or by a column");
}

static void names_and_values_may_differ_in_case(void **state)
{
    (void)state;
    check_planned("\"kind\":\"aggregate\",\"measures\":[{\"agg\":\"count\","
                  "\"column\":null}],\"filters\":[{\"column\":\"CITY\",\"op\":"
                  "\"=\",\"values\":[\"MADRID\"]}]",
                  "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"city\" = "
                  "'Madrid'");
}

static void what_is_not_there_is_reported(void **state)
{
    (void)state;
    check_wrong("\"kind\":\"aggregate\",\"measures\":[{\"agg\":\"sum\","
                "\"column\":\"profit\"}]",
                "the table has no column 'profit'");
    check_wrong("\"kind\":\"aggregate\",\"measures\":[{\"agg\":\"count\","
                "\"column\":null}],\"filters\":[{\"column\":\"city\",\"op\":"
                "\"=\",\"values\":[\"Lisbon\"]}]",
                "no row has the value 'Lisbon'");
    check_wrong("\"kind\":\"aggregate\",\"measures\":[{\"agg\":\"sum\","
                "\"column\":\"city\"}]",
                "there are no numbers in column 'city'");
    check_wrong("\"kind\":\"aggregate\",\"measures\":[{\"agg\":\"count\","
                "\"column\":null}],\"group_by\":[{\"column\":\"city\","
                "\"grain\":\"month\"}]",
                "no dates are in column 'city'");
    check_wrong("\"kind\":\"aggregate\",\"measures\":[]",
                "neither measures nor groups");
    assert_int_equal(
        read_text(STR("{\"plan\":\"sql\",\"table\":\"users\",\"sql\":\"S\"}")),
        ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "there is no table 'users'"));
}

/* A number is put into SQL as it is, so it must be one. */
static void no_value_can_end_the_sql(void **state)
{
    (void)state;
    check_wrong("\"kind\":\"rows\",\"filters\":[{\"column\":\"units\",\"op\":"
                "\"=\",\"values\":[\"1 OR 1=1\"]}]",
                "is not a number");
    check_planned("\"kind\":\"aggregate\",\"measures\":[{\"agg\":\"count\","
                  "\"column\":null}],\"filters\":[{\"column\":\"note\",\"op\":"
                  "\"contains\",\"values\":[\"'); DROP\"]}]",
                  "SELECT count(*) AS \"count\" FROM \"data\" WHERE "
                  "(contains(lower(strip_accents(\"note\")), '''); DROP'))");
    check_wrong("\"kind\":\"aggregate\",\"measures\":[{\"agg\":\"count\","
                "\"column\":null}],\"filters\":[{\"column\":\"orderDate\","
                "\"op\":\"period\",\"values\":[\"2024-01-01\"]}]",
                "a period has two values");
}

static void sql_is_taken_as_it_is(void **state)
{
    (void)state;
    assert_int_equal(
        read_text(STR("{\"plan\":\"sql\",\"table\":\"orders.csv\",\"spec\":"
                      "null,\"sql\":\" SELECT 1 \",\"reason\":\"\"}")),
        OK);
    assert_true(planned.is_bare_sql);
    assert_true(str_is(planned.sql, "SELECT 1"));
    assert_int_equal(read_text(STR("{\"plan\":\"sql\",\"table\":\"orders.csv\","
                                   "\"sql\":\" \"}")),
                     ERR_VALIDATION_FAILED);
}

static void no_plan_has_a_reason(void **state)
{
    (void)state;
    assert_int_equal(
        read_text(STR("{\"plan\":\"none\",\"table\":null,\"spec\":"
                      "null,\"sql\":null,\"reason\":\"no costs\"}")),
        OK);
    assert_true(str_is(reason, "no costs"));
    assert_int_equal(planned.outcome, ASK_CLARIFY);
    assert_int_equal(read_text(STR("{\"plan\":\"none\"}")), OK);
    assert_true(reason.n > 0);
}

static void anything_else_is_wrong(void **state)
{
    static const char *const texts[] = {
        "{}",
        "[]",
        "7",
        "null",
        "{\"plan\":1,\"table\":\"orders.csv\"}",
        "{\"plan\":\"spec\",\"table\":\"orders.csv\"}",
        "{\"plan\":\"spec\",\"table\":\"orders.csv\",\"spec\":{\"kind\":"
        "\"aggregate\",\"measures\":{\"agg\":7}}}",
        "{\"plan\":\"spec\",\"table\":\"orders.csv\",\"spec\":{\"kind\":"
        "\"rows\",\"filters\":[{\"column\":\"units\",\"op\":\"in\","
        "\"values\":[]}]}}"};

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_int_equal(read_text(str_from(texts[i])), ERR_VALIDATION_FAILED);
}

/* Each word of an enum below `j`, with the name of its property. */
static void each_word(const struct json *j, const char *property,
                      void (*see)(struct str word))
{
    for (const struct json *c = j->first; c; c = c->next) {
        if (c->key.n && str_is(c->key, property)) {
            const struct json *words = json_find(c, "enum");

            for (const struct json *w = words ? words->first : NULL; w;
                 w = w->next) {
                if (w->type == JSON_STRING)
                    see(w->text);
            }
        }
        each_word(c, property, see);
    }
}

static void see_op(struct str word)
{
    struct query_spec s;
    struct json *j = NULL;
    struct str text;

    assert_int_equal(str_printf(&arena, &text, &err,
                                "{\"kind\":\"rows\",\"filters\":[{\"column\":"
                                "\"a\",\"op\":\"%.*s\",\"type\":\"text\","
                                "\"values\":[]}]}",
                                STR_FMT(word)),
                     OK);
    assert_int_equal(json_parse(text, &json_default_limits, &arena, &j, &err),
                     OK);
    assert_int_equal(spec_read(j, &arena, &s, &err), OK);
}

static void see_agg(struct str word)
{
    struct query_spec s;
    struct json *j = NULL;
    struct str text;

    assert_int_equal(str_printf(&arena, &text, &err,
                                "{\"kind\":\"aggregate\",\"measures\":[{"
                                "\"agg\":\"%.*s\",\"column\":\"a\"}]}",
                                STR_FMT(word)),
                     OK);
    assert_int_equal(json_parse(text, &json_default_limits, &arena, &j, &err),
                     OK);
    assert_int_equal(spec_read(j, &arena, &s, &err), OK);
}

static void the_shape_has_words_that_specs_have(void **state)
{
    struct json *shape = NULL;

    (void)state;
    assert_int_equal(json_parse(str_from(plan_shape), &json_default_limits,
                                &arena, &shape, &err),
                     OK);
    each_word(shape, "op", see_op);
    each_word(shape, "agg", see_agg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spec_becomes_sql),
        cmocka_unit_test(the_order_by_a_group_is_kept),
        cmocka_unit_test(names_and_values_may_differ_in_case),
        cmocka_unit_test(what_is_not_there_is_reported),
        cmocka_unit_test(no_value_can_end_the_sql),
        cmocka_unit_test(sql_is_taken_as_it_is),
        cmocka_unit_test(no_plan_has_a_reason),
        cmocka_unit_test(anything_else_is_wrong),
        cmocka_unit_test(the_shape_has_words_that_specs_have),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
