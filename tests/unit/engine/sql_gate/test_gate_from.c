/* test_gate_from.c - a table that is not there, and those that are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gate_fixture.h"

/* What is said about "nosuch" in a catalog of `count` tables. */
static const char *says(struct fixture *fixture, size_t count)
{
    static const struct gate_table tables[] = {
        {{"a", 1}, NULL, 0},
        {{"b", 1}, NULL, 0},
        {{"c", 1}, NULL, 0},
        {{"d", 1}, NULL, 0},
        {{"e", 1}, NULL, 0},
        {{"f", 1}, NULL, 0},
        {{"a name of fifty bytes is cut in a message at forty", 49}, NULL, 0}};
    const struct gate_catalog c = {
        count == 1 ? &tables[6] : tables, count, {NULL, 0}};
    static struct error e;
    struct gate_verdict v;

    e = (struct error){0};
    assert_int_equal(gate_check(&c, fixture->duck, STR("FROM nosuch"), &v, &e),
                     ERR_VALIDATION_FAILED);
    return e.msg;
}

static void a_table_that_is_not_there_is_reported_with_those_that_are(
    void **state)
{
    assert_string_equal(says(*state, 1),
                        "there is no table 'nosuch'; the table is "
                        "'a name of fifty bytes is cut in a messag'");
    assert_string_equal(says(*state, 2),
                        "there is no table 'nosuch'; the tables are 'a', 'b'");
    assert_string_equal(says(*state, 5),
                        "there is no table 'nosuch'; the tables are 'a', 'b', "
                        "'c', 'd', 'e'");
    assert_string_equal(says(*state, 6),
                        "there is no table 'nosuch'; the tables are 'a', 'b', "
                        "'c', 'd', 'e' and 1 more");
    assert_string_equal(says(*state, 7),
                        "there is no table 'nosuch'; the tables are 'a', 'b', "
                        "'c', 'd', 'e' and 2 more");
}

static void the_longest_names_fit_into_the_message(void **state)
{
    static char name[201];
    static struct gate_table tables[9];
    const struct gate_catalog c = {tables, 9, {NULL, 0}};
    struct fixture *fixture = *state;
    struct gate_verdict v;
    struct error e = {0};

    memset(name, 'x', 200);
    for (size_t i = 0; i < 9; i++)
        tables[i].name = str_from(name);
    assert_int_equal(gate_check(&c, fixture->duck, STR("FROM nosuch"), &v, &e),
                     ERR_VALIDATION_FAILED);
    assert_string_equal(strrchr(e.msg, 'x'), "x' and 4 more");
}

#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_table_that_is_not_there_is_reported_with_those_that_are),
        TEST(the_longest_names_fit_into_the_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
