#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/link/link.h"

static bool names(const char *verb, const char *noun)
{
    return link_is_verb(str_from(verb), str_from(noun));
}

static void verbs_name_the_nouns_made_of_them(void **state)
{
    (void)state;
    assert_true(names("supplied", "supplier"));
    assert_true(names("supply", "supplier"));
    assert_true(names("weighs", "weight"));
    assert_true(names("managed", "manager"));
    assert_true(names("ordered", "order"));
    assert_true(names("moved", "movement"));
    assert_true(names("inspecting", "inspector"));
}

static void words_that_only_begin_alike_are_none(void **state)
{
    (void)state;
    assert_false(names("produced", "product"));
    assert_false(names("stated", "status"));
    assert_false(names("used", "user"));
    assert_false(names("counted", "county"));
    assert_false(names("s", "s"));
    assert_false(names("", "order"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verbs_name_the_nouns_made_of_them),
        cmocka_unit_test(words_that_only_begin_alike_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
