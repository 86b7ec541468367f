#include "cli/term/indent.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void check(const char *json, const char *expected)
{
    const struct term_style plain = {false, 0};
    struct buf b;

    buf_init(&b, 10000);
    indent_put(&b, str_from(json), &plain);
    assert_string_equal(b.p, expected);
    buf_release(&b);
}

static void a_scalar_is_one_line(void **state)
{
    (void)state;
    check("12345678901234567890.10", "12345678901234567890.10");
    check("\"a, b: [c]\"", "\"a, b: [c]\"");
    check(" null ", "null");
}

static void each_value_of_a_container_has_its_line(void **state)
{
    (void)state;
    check("{\"b\":[1,{\"x\":true}],\"a\":{}}",
          "{\n  \"b\": [\n    1,\n    {\n      \"x\": true\n    }\n  ],\n"
          "  \"a\": {}\n}");
    check("[[],[[]]]", "[\n  [],\n  [\n    []\n  ]\n]");
}

static void white_space_of_the_text_does_not_count(void **state)
{
    (void)state;
    check("{ \"a\" :\n[ ] , \"b\": 1 }", "{\n  \"a\": [],\n  \"b\": 1\n}");
}

static void marks_inside_a_string_are_text(void **state)
{
    (void)state;
    check("[\"a\\\"]\",\"\\\\\"]", "[\n  \"a\\\"]\",\n  \"\\\\\"\n]");
}

static void what_would_steer_the_terminal_is_escaped(void **state)
{
    (void)state;
    check("\"Año 销售 😀\"", "\"Año 销售 😀\"");
    check("\"x\xE2\x80\xAEy\x7F\xC2\x9B\"", "\"x\\u202ey\\u007f\\u009b\"");
    check("\"\xF3\xA0\x80\x81\"", "\"\\udb40\\udc01\"");
}

static void keys_have_their_own_ink(void **state)
{
    const struct term_style color = {true, 80};
    struct buf b;

    (void)state;
    buf_init(&b, 1000);
    indent_put(&b, STR("{\"a\":\"b\"}"), &color);
    assert_string_equal(b.p, "{\n  \x1b[1;36m\"a\"\x1b[0m: \"b\"\n}");
    buf_release(&b);
}

static void a_buffer_that_is_full_ends_it(void **state)
{
    const struct term_style plain = {false, 0};
    struct buf b;

    (void)state;
    buf_init(&b, 4);
    indent_put(&b, STR("[1,2,3]"), &plain);
    assert_true(b.overflow);
    buf_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scalar_is_one_line),
        cmocka_unit_test(each_value_of_a_container_has_its_line),
        cmocka_unit_test(white_space_of_the_text_does_not_count),
        cmocka_unit_test(marks_inside_a_string_are_text),
        cmocka_unit_test(what_would_steer_the_terminal_is_escaped),
        cmocka_unit_test(keys_have_their_own_ink),
        cmocka_unit_test(a_buffer_that_is_full_ends_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
