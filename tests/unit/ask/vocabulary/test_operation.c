#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/spec/spec.h"
#include "ask/vocabulary/operation.h"

#include <cmocka.h>

static void a_concept_has_what_the_rules_and_the_parser_take_it_for(
    void **state)
{
    const struct operation *o = operation_find(STR("op-since"));

    (void)state;
    assert_non_null(o);
    assert_int_equal(o->rules.kind, CONCEPT_CMP);
    assert_int_equal(o->rules.param, FILTER_GE | QUESTION_TEMPORAL);
    assert_int_equal(o->parsed.param, FILTER_GE);
    assert_null(operation_find(STR("op-to"))->parsed.text);
    assert_null(operation_find(STR("revenue")));
}

static void a_name_can_end_in_its_number(void **state)
{
    struct question_word w;

    (void)state;
    assert_true(operation_word(STR("op-month-11"), &w));
    assert_int_equal(w.kind, CONCEPT_MONTH);
    assert_int_equal(w.param, 11);
    assert_true(operation_word(STR("op-number-of"), &w));
    assert_int_equal(w.kind, CONCEPT_MANY);
    assert_false(operation_word(STR("op-month-"), &w));
    assert_false(operation_word(STR("op-month-x"), &w));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_concept_has_what_the_rules_and_the_parser_take_it_for),
        cmocka_unit_test(a_name_can_end_in_its_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
