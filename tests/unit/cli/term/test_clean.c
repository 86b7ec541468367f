#include "cli/term/clean.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void check(struct str in, const char *expected)
{
    struct buf b;

    buf_init(&b, 1000);
    term_put_clean(&b, in);
    assert_string_equal(b.p, expected);
    buf_release(&b);
}

static void letters_of_any_script_stay(void **state)
{
    (void)state;
    check(STR("Año 销售 😀"), "Año 销售 😀");
}

static void an_escape_sequence_shows_instead_of_acting(void **state)
{
    (void)state;
    check(STR("\x1b[31mred"), "␛[31mred");
    check(STR("a\r\nb\tc\x7f"), "a␍␊b␉c␡");
    check((struct str){"a\0b", 3}, "a␀b");
}

static void c1_controls_and_direction_marks_show_as_replaced(void **state)
{
    (void)state;
    check(STR("\xC2\x9B"
              "31m"),
          "�31m");
    check(STR("\xE2\x80\xAE"
              "fdp"),
          "�fdp");
    check(STR("\xD8\x9C"
              "x"),
          "�x");
    check(STR("\xF3\xA0\x80\xA1"
              "x"),
          "�x");
    check(STR("\xEF\xBB\xBF"
              "x"),
          "�x");
}

static void json_names_what_would_steer_and_stays_the_same(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, 1000);
    term_put_escaped(&b, STR("{\"\xC2\x9B"
                             "2J\":\n\"\xE2\x80\xAE"
                             "é\x7f\xF3\xA0"
                             "\x80\xA1\"}"));
    assert_string_equal(b.p,
                        "{\"\\u009b2J\":\n\"\\u202eé\\u007f\\udb40\\udc21\"}");
    buf_release(&b);
}

static void bytes_that_are_not_utf8_show_as_replaced(void **state)
{
    (void)state;
    check(STR("a\xFFz"), "a�z");
    check(STR("\xE9\x94"), "��");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_of_any_script_stay),
        cmocka_unit_test(an_escape_sequence_shows_instead_of_acting),
        cmocka_unit_test(c1_controls_and_direction_marks_show_as_replaced),
        cmocka_unit_test(json_names_what_would_steer_and_stays_the_same),
        cmocka_unit_test(bytes_that_are_not_utf8_show_as_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
