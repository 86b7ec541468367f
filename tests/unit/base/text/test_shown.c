#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text/shown.h"
#include "base/utf8.h"

#include <string.h>

#include <cmocka.h>

static void what_could_mislead_is_a_question_mark(void **state)
{
    struct shown s;

    (void)state;
    assert_string_equal(shown_name(STR("word/\u00e9t\u00e9.xml"), &s),
                        "word/\u00e9t\u00e9.xml");
    assert_string_equal(shown_name(STR("a\x1b[2J\n\0b' is not"), &s),
                        "a?[2J??b? is not");
    assert_string_equal(shown_name(STR("\u202eexe\xc2\x85\u2028.\xff\xc3"), &s),
                        "?exe??.??");
    assert_string_equal(shown_name((struct str){NULL, 0}, &s), "");
}

static void a_long_name_is_cut_at_a_character(void **state)
{
    char name[300];
    struct shown s;

    (void)state;
    for (size_t shift = 0; shift < 4; shift++) {
        memset(name, 'a', sizeof(name));
        for (size_t i = shift; i + 4 <= sizeof(name); i += 4)
            memcpy(name + i, "\U0001f600", 4);
        (void)shown_name((struct str){name, sizeof(name)}, &s);
        assert_true(strlen(s.text) < SHOWN_BYTES);
        assert_true(strlen(s.text) > SHOWN_BYTES - 10);
        assert_int_equal(utf8_valid_prefix(str_from(s.text)), strlen(s.text));
        assert_true(str_ends(str_from(s.text), STR("\u2026")));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_could_mislead_is_a_question_mark),
        cmocka_unit_test(a_long_name_is_cut_at_a_character)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
