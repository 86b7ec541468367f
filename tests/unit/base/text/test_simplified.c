#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/simplified.h"

static void check(const char *in, const char *want)
{
    char buf[3];

    assert_true(str_is(text_simplified(str_from(in), buf), want));
}

static void traditional_characters_have_another_form(void **state)
{
    (void)state;
    check("幾", "几");
    check("額", "额");
    check("龜", "龟");
}

static void all_else_stays(void **state)
{
    (void)state;
    check("几", "几");
    check("月", "月");
    check("a", "a");
    check("", "");
    check("幾個", "幾個");
}

static void pairs_are_in_order(void **state)
{
    (void)state;
    for (size_t i = 1; i < n_simplified_pairs; i++)
        assert_true(simplified_pairs[i - 1].traditional <
                    simplified_pairs[i].traditional);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traditional_characters_have_another_form),
        cmocka_unit_test(all_else_stays),
        cmocka_unit_test(pairs_are_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
