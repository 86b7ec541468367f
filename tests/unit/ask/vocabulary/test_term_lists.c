#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/vocabulary/term_lists.h"

#include <cmocka.h>

static void a_list_has_the_words_of_its_languages(void **state)
{
    (void)state;
    assert_true(term_list_has(&words_route_rule, STR("have to")));
    assert_true(term_list_has(&words_route_rule, STR("tengo que")));
    assert_false(term_list_has(&words_route_rule, STR("have")));
}

static void an_entry_can_have_a_value(void **state)
{
    (void)state;
    assert_true(str_is(
        term_list_value(&words_candidates_irregular, STR("went")), "go"));
    assert_int_equal(term_list_value(&words_candidates_irregular, STR("wen")).n,
                     0);
    assert_int_equal(term_list_value(&words_candidates_irregular, STR("")).n,
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_has_the_words_of_its_languages),
        cmocka_unit_test(an_entry_can_have_a_value),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
