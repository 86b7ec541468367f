/* A name stays with one base. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/catalog/pins.h"

static struct error err;

static void a_name_that_was_found_stays_with_its_base(void **state)
{
    struct base_pins pins;

    (void)state;
    base_pins_begin(&pins);
    assert_int_equal(base_pins_check(STR("b"), STR("1"), &err), OK);
    assert_int_equal(base_pins_check(STR("b"), STR("1"), &err), OK);
    assert_int_equal(base_pins_check(STR("c"), STR("2"), &err), OK);
    assert_int_equal(base_pins_check(STR("b"), STR("2"), &err), ERR_CONFLICT);
    assert_int_equal(base_pins_check(STR("b"), STR(""), &err), ERR_CONFLICT);
    base_pins_end(&pins);
    assert_int_equal(base_pins_check(STR("b"), STR("2"), &err), OK);
}

static void a_name_that_was_expected_may_be_gone_but_not_anothers(void **state)
{
    struct base_pins pins;

    (void)state;
    base_pins_begin(&pins);
    assert_int_equal(base_pins_expect(STR("b"), STR("1"), &err), OK);
    assert_int_equal(base_pins_check(STR("b"), STR(""), &err), OK);
    assert_int_equal(base_pins_check(STR("b"), STR("2"), &err), ERR_CONFLICT);
    assert_int_equal(base_pins_check(STR("b"), STR("1"), &err), OK);
    assert_int_equal(base_pins_check(STR("b"), STR(""), &err), ERR_CONFLICT);
    base_pins_end(&pins);
}

static void who_gives_a_name_away_finds_the_next_base(void **state)
{
    struct base_pins pins;

    (void)state;
    base_pins_begin(&pins);
    assert_int_equal(base_pins_check(STR("b"), STR("1"), &err), OK);
    base_pins_forget(STR("b"));
    assert_int_equal(base_pins_check(STR("b"), STR(""), &err), OK);
    assert_int_equal(base_pins_check(STR("b"), STR("2"), &err), OK);
    assert_int_equal(base_pins_check(STR("b"), STR("1"), &err), ERR_CONFLICT);
    base_pins_end(&pins);
}

static void a_scope_inside_another_is_the_same(void **state)
{
    struct base_pins outer;
    struct base_pins inner;

    (void)state;
    base_pins_begin(&outer);
    base_pins_begin(&inner);
    assert_int_equal(base_pins_check(STR("b"), STR("1"), &err), OK);
    base_pins_end(&inner);
    assert_int_equal(base_pins_check(STR("b"), STR("2"), &err), ERR_CONFLICT);
    base_pins_end(&outer);
    assert_int_equal(base_pins_check(STR("b"), STR("2"), &err), OK);
}

static enum err count(void *n, struct str name, struct error *e)
{
    ++*(int *)n;
    return str_is(name, "b") ? OK : error_set(e, ERR_INTERNAL, "not found");
}

static void each_that_was_found_is_reported(void **state)
{
    struct base_pins pins;
    int n = 0;

    (void)state;
    assert_int_equal(base_pins_each(count, &n, &err), OK);
    base_pins_begin(&pins);
    assert_int_equal(base_pins_expect(STR("a"), STR("1"), &err), OK);
    assert_int_equal(base_pins_check(STR("b"), STR("2"), &err), OK);
    assert_int_equal(base_pins_each(count, &n, &err), OK);
    assert_int_equal(n, 1);
    base_pins_end(&pins);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_that_was_found_stays_with_its_base),
        cmocka_unit_test(a_name_that_was_expected_may_be_gone_but_not_anothers),
        cmocka_unit_test(who_gives_a_name_away_finds_the_next_base),
        cmocka_unit_test(a_scope_inside_another_is_the_same),
        cmocka_unit_test(each_that_was_found_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
