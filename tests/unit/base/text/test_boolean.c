#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/boolean.h"

static void true_and_false_in_any_case(void **state)
{
    bool value = false;

    (void)state;
    assert_true(boolean_parse(STR("true"), &value) && value);
    assert_true(boolean_parse(STR("TRUE"), &value) && value);
    assert_true(boolean_parse(STR("False"), &value) && !value);
}

static void nothing_else_is_a_boolean(void **state)
{
    static const char *const others[] = {"",      "0",     "1",
                                         "true ", "truee", "maybe"};
    bool value = true;

    (void)state;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        assert_false(boolean_parse(str_from(others[i]), &value));
    assert_true(value); /* untouched */
}

static void words_of_other_languages_are_of_their_own_pair(void **state)
{
    struct boolean_word yes;
    struct boolean_word no;

    (void)state;
    assert_true(boolean_scan(STR("Sí"), &yes) && yes.value);
    assert_true(boolean_scan(STR("NO"), &no) && !no.value);
    assert_true(yes.pairs & no.pairs);
    assert_true(boolean_scan(STR("ja"), &yes) && yes.value);
    assert_false(yes.pairs & no.pairs);
    assert_true(boolean_scan(STR("是"), &yes) && yes.value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_and_false_in_any_case),
        cmocka_unit_test(nothing_else_is_a_boolean),
        cmocka_unit_test(words_of_other_languages_are_of_their_own_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
