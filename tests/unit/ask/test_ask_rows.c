#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "arena_fixture.h"
#include "ask/ask_rows.h"
#include "ask/joins/shop_fixture.h"

#include <cmocka.h>

static struct ask_rows over;
static struct query_spec spec;
static struct ask_result result;
static struct error err;

/* Over the orders, whatever else could be meant. */
static bool binds(const char *question, bool joins)
{
    bool bound;

    assert_int_equal(
        ask_rows_open(shop_schema(&arena), 0, joins, &arena, &over, &err), OK);
    assert_int_equal(
        ask_rows_bind(&over, str_from(question), &arena, &spec, &bound, &err),
        OK);
    return bound;
}

static bool compiles(void)
{
    bool done;

    assert_int_equal(
        ask_rows_compile(&over, &spec, &arena, &result, &done, &err), OK);
    return done;
}

static void another_table_is_there_with_joins_alone(void **state)
{
    (void)state;
    assert_false(binds("how many rows in Madrid", false));
    assert_false(over.joins);
    assert_true(binds("how many rows in Madrid", true));
    assert_true(over.joins);
    assert_true(compiles());
    assert_int_equal(result.table, 0);
    assert_int_equal(result.n_tables, 2);
    assert_int_equal(result.n_edges, 1);
    assert_int_equal(result.spec.n_joins, 1);
}

static void what_was_compiled_is_compiled_anew(void **state)
{
    size_t groups;

    (void)state;
    assert_true(binds("total sales by customer", true));
    assert_true(compiles());
    groups = result.spec.n_groups;
    assert_int_equal(groups, 2); /* names that two have, and their key */
    spec = result.spec;
    assert_true(compiles());
    assert_int_equal(result.spec.n_groups, groups);
    assert_int_equal(result.spec.n_joins, 1);
    spec.n_groups = 0;
    assert_true(compiles());
    assert_int_equal(result.spec.n_joins, 0);
    assert_int_equal(result.n_tables, 0);
}

static void what_would_count_many_times_is_not_compiled(void **state)
{
    (void)state;
    assert_true(binds("total sales", true));
    spec.measures[0].column = STR("credit_limit");
    assert_false(compiles());
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(another_table_is_there_with_joins_alone),
        TEST(what_was_compiled_is_compiled_anew),
        TEST(what_would_count_many_times_is_not_compiled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
