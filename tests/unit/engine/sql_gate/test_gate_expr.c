/* test_gate_expr.c - names that look like columns, types, collations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gate_fixture.h"

static enum err check(struct fixture *fixture, const char *sql, struct error *e)
{
    struct gate_verdict v;

    return gate_check(&fixture_catalog, fixture->duck, str_from(sql), &v, e);
}

static void must_pass(struct fixture *fixture, const char *sql)
{
    struct error e = {0};

    if (check(fixture, sql, &e) != OK)
        fail_msg("%s: %s", sql, e.msg);
}

static void must_say(struct fixture *fixture, const char *sql, const char *says)
{
    struct error e = {0};

    if (check(fixture, sql, &e) != ERR_VALIDATION_FAILED ||
        !strstr(e.msg, says))
        fail_msg("%s: %s", sql, e.msg);
}

static void names_of_the_engine_are_refused_unless_a_column_has_them(
    void **state)
{
    static const char *const never[] = {
        "SELECT current_catalog", "SELECT current_schema",
        "SELECT CURRENT_SCHEMA AS current_schema",
        "SELECT current_catalog.upper()"};
    static const char *const users[] = {"current_role", "current_user",
                                        "session_user", "user"};
    char sql[200];

    for (size_t i = 0; i < sizeof(never) / sizeof(*never); i++)
        must_say(*state, never[i], "is not a column");
    for (size_t i = 0; i < sizeof(users) / sizeof(*users); i++) {
        (void)snprintf(sql, sizeof(sql), "SELECT %s", users[i]);
        must_say(*state, sql, "is not a column");
        (void)snprintf(sql, sizeof(sql), "SELECT %s FROM (SELECT 1 AS \"%s\")",
                       users[i], users[i]);
        must_pass(*state, sql);
        (void)snprintf(sql, sizeof(sql), "SELECT %s FROM (SELECT 1) t(\"%s\")",
                       users[i], users[i]);
        must_pass(*state, sql);
        (void)snprintf(sql, sizeof(sql), "SELECT %s FROM (SELECT 1 AS %sx)",
                       users[i], users[i]);
        must_say(*state, sql, "is not a column");
    }
    must_pass(*state, "SELECT city.upper(), data.city FROM data");
}

static void a_column_of_the_file_may_have_the_name_of_a_value(void **state)
{
    static const struct gate_column columns[] = {
        {{"user", 4}, false},
        {{"current_date", 12}, false},
        {{"current_schema", 14}, false}};
    static const struct gate_table table = {{"data", 4}, columns, 3};
    static const struct gate_catalog catalog = {&table, 1, {NULL, 0}};
    struct fixture *fixture = *state;
    struct gate_verdict v = {0};
    struct error e = {0};

    assert_int_equal(gate_check(&catalog, fixture->duck,
                                STR("SELECT User, current_schema, "
                                    "current_date FROM data"),
                                &v, &e),
                     OK);
    assert_false(v.facts.clock);
}

static void a_collation_is_a_short_word_of_letters(void **state)
{
    static const char *const good[] = {
        "a", "z", "A", "Z", "nocase.noaccent", "zh_Hans"};
    static const char *const bad[] = {"1a", "a1", "a b", "a@",  "a[",
                                      "a`", "a{", "a-",  "a/b", "\xc3\xb1"};
    struct error e = {0};
    char sql[200];

    for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
        (void)snprintf(sql, sizeof(sql), "SELECT 'a' COLLATE \"%s\"", good[i]);
        must_pass(*state, sql);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        (void)snprintf(sql, sizeof(sql), "SELECT 'a' COLLATE \"%s\"", bad[i]);
        must_say(*state, sql, "is not known");
    }
    (void)snprintf(sql, sizeof(sql), "SELECT 'a' COLLATE %040d", 0);
    for (char *p = strchr(sql, '0'); p && *p; p++)
        *p = 'x';
    assert_int_equal(check(*state, sql, &e), OK);
    (void)snprintf(sql + strlen(sql), 2, "x");
    must_say(*state, sql, "is not known");
}

static void a_type_of_the_engine_passes_and_one_of_others_does_not(void **state)
{
    must_pass(*state, "SELECT NULL::STRUCT(a INTEGER, b VARCHAR[])");
    must_pass(*state, "SELECT NULL::UNION(a INTEGER, b TIMETZ)");
    must_pass(*state, "SELECT '1'::JSON, 'a'::ENUM('a'), now()::TIMESTAMPTZ");
    must_say(*state, "SELECT NULL::STRUCT(a INTEGER, b mood)", "'mood'");
    must_say(*state, "SELECT NULL::mood[]", "'mood'");
    must_say(*state, "SELECT NULL::MAP(INTEGER, mood)", "'mood'");
    must_say(*state, "SELECT TRY_CAST('a' AS mood)", "'mood'");
    must_say(*state, "SELECT NULL::STRUCT(a TYPE)", "'TYPE' is not allowed");
}

static void an_unknown_function_is_reported_with_the_nearest_or_the_table(
    void **state)
{
    must_say(*state, "SELECT summ(id) FROM data", "the nearest is 'sum'");
    must_say(*state, "SELECT qwertyuiop(id) FROM data",
             "function 'qwertyuiop' is not known here; leave it out");
    must_say(*state, "FROM rangge(3)", "the nearest is 'range'");
    must_say(*state, "FROM qwertyuiop(3)",
             "table function 'qwertyuiop' is not known; query 'data'");
    must_say(*state, "SELECT json_each('[1]')", "use it after FROM");
    must_say(*state, "FROM abs(1)",
             "function 'abs' is not allowed after FROM: it does not stand in "
             "this place; query 'data'");
    must_say(*state, "FROM read_csv('x')",
             "function 'read_csv' is not allowed: it reads files; query "
             "'data'");
}

static void without_tables_a_message_still_stands(void **state)
{
    static const struct gate_catalog none = {NULL, 0, {NULL, 0}};
    struct fixture *fixture = *state;
    struct gate_verdict v;
    struct error e = {0};

    assert_int_equal(gate_check(&none, fixture->duck, STR("SELECT 1"), &v, &e),
                     OK);
    assert_int_equal(
        gate_check(&none, fixture->duck, STR("FROM qwertyuiop(3)"), &v, &e),
        ERR_VALIDATION_FAILED);
    assert_string_equal(e.msg,
                        "table function 'qwertyuiop' is not known; query ''");
}

#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_of_the_engine_are_refused_unless_a_column_has_them),
        TEST(a_column_of_the_file_may_have_the_name_of_a_value),
        TEST(a_collation_is_a_short_word_of_letters),
        TEST(a_type_of_the_engine_passes_and_one_of_others_does_not),
        TEST(an_unknown_function_is_reported_with_the_nearest_or_the_table),
        TEST(without_tables_a_message_still_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
