#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/xlsx/utf16.h"

#define MAX_UNITS 4

/* Units as UTF-8. */
static void expect(const uint32_t *units, const char *utf8)
{
    struct utf16 u = {0};
    struct buf out;

    buf_init(&out, 64);
    for (size_t i = 0; i < MAX_UNITS && units[i]; i++)
        utf16_put(&u, units[i], &out);
    utf16_end(&u, &out);
    buf_put_char(&out, 0);
    assert_false(out.overflow);
    assert_string_equal(out.p, utf8);
    buf_release(&out);
}

static void units_and_pairs_are_characters(void **state)
{
    static const struct {
        uint32_t units[MAX_UNITS];
        const char *utf8;
    } cases[] = {
        {{0x7f}, "\x7f"},
        {{0x80}, "\xc2\x80"},
        {{0x7ff}, "\xdf\xbf"},
        {{0x800}, "\xe0\xa0\x80"},
        {{0xd7ff}, "\xed\x9f\xbf"},
        {{0xe000}, "\xee\x80\x80"},
        {{0xffff}, "\xef\xbf\xbf"},
        {{0xd800, 0xdc00}, "\xf0\x90\x80\x80"},
        {{0xdbff, 0xdfff}, "\xf4\x8f\xbf\xbf"},
        {{0xd83d, 0xde00, 'a'},
         "\xf0\x9f\x98\x80"
         "a"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect(cases[i].units, cases[i].utf8);
}

static void a_half_alone_is_a_replacement_character(void **state)
{
    static const struct {
        uint32_t units[MAX_UNITS];
        const char *utf8;
    } cases[] = {
        {{0xdc00}, "\xef\xbf\xbd"},
        {{0xdfff}, "\xef\xbf\xbd"},
        {{0xd800}, "\xef\xbf\xbd"},
        {{0xd800, 'a'},
         "\xef\xbf\xbd"
         "a"},
        {{0xd800, 0xd800, 0xdc00}, "\xef\xbf\xbd\xf0\x90\x80\x80"},
        {{'a', 0xdc00, 0xd800}, "a\xef\xbf\xbd\xef\xbf\xbd"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect(cases[i].units, cases[i].utf8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_and_pairs_are_characters),
        cmocka_unit_test(a_half_alone_is_a_replacement_character),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
