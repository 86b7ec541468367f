#include "base/text/width.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void latin_letters_take_one_column(void **state)
{
    (void)state;
    assert_int_equal(text_width(STR("abc")), 3);
    assert_int_equal(text_width(STR("Año")), 3);
}

static void chinese_characters_take_two(void **state)
{
    (void)state;
    assert_int_equal(text_width(STR("销售额")), 6);
    assert_int_equal(text_char_width(0x4E2D), 2);
}

static void an_accent_that_follows_its_letter_takes_none(void **state)
{
    (void)state;
    assert_int_equal(text_width(STR("e\xCC\x81")), 1);
}

static void a_byte_that_is_not_utf8_takes_one(void **state)
{
    (void)state;
    assert_int_equal(text_width(STR("\xFF\xFE")), 2);
}

static void what_fits_never_cuts_a_character(void **state)
{
    (void)state;
    assert_int_equal(text_fit(STR("销售额"), 5), 6);
    assert_int_equal(text_fit(STR("销售额"), 1), 0);
    assert_int_equal(text_fit(STR("abc"), 10), 3);
    assert_int_equal(text_fit(STR("e\xCC\x81x"), 1), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latin_letters_take_one_column),
        cmocka_unit_test(chinese_characters_take_two),
        cmocka_unit_test(an_accent_that_follows_its_letter_takes_none),
        cmocka_unit_test(a_byte_that_is_not_utf8_takes_one),
        cmocka_unit_test(what_fits_never_cuts_a_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
