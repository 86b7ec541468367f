#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/link/nearest.h"
#include "orders_fixture.h"

static void a_typo_finds_the_value_and_its_column(void **state)
{
    struct nearest near[4];
    struct arena a;
    const struct ask_schema *s;

    (void)state;
    arena_init(&a, 1 << 22);
    s = schema_of(ORDERS, "x.csv", &a);
    assert_int_equal(nearest_find(&s->tables[0], STR("malga"), near, 4), 1);
    assert_true(str_is(near[0].column->name, "city"));
    assert_true(str_is(near[0].value, "M\xc3\xa1laga"));
    assert_int_equal(nearest_find(&s->tables[0], STR("lpoez"), near, 4), 1);
    assert_true(str_is(near[0].column->name, "customer_name"));
    arena_release(&a);
}

static void columns_come_before_values_and_words_too_short_have_none(
    void **state)
{
    struct nearest near[4];
    struct arena a;
    const struct ask_schema *s;

    (void)state;
    arena_init(&a, 1 << 22);
    s = schema_of(ORDERS, "x.csv", &a);
    assert_true(nearest_find(&s->tables[0], STR("custmer"), near, 4) >= 1);
    assert_int_equal(near[0].value.n, 0);
    assert_int_equal(nearest_find(&s->tables[0], STR("cty"), near, 4), 0);
    assert_int_equal(nearest_find(&s->tables[0], STR("madird"), near, 1), 1);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_typo_finds_the_value_and_its_column),
        cmocka_unit_test(
            columns_come_before_values_and_words_too_short_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
