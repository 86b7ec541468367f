#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/percent.h"

#include <string.h>

static void assert_encoded(struct str s, const char *also, const char *expected)
{
    struct buf out;

    buf_init(&out, 1000);
    percent_put(s, also, &out);
    assert_string_equal(buf_str(&out).p, expected);
    buf_release(&out);
}

static void assert_decoded(struct str text, struct str expected)
{
    char to[100];
    size_t n;

    assert_int_equal(percent_decode(text, to, &n), text.n);
    assert_int_equal(n, expected.n);
    assert_memory_equal(to, expected.p, n);
}

static void what_no_uri_may_hold_is_encoded(void **state)
{
    (void)state;
    assert_encoded(STR("azAZ09-._~"), "", "azAZ09-._~");
    assert_encoded(STR("a b/c%d"), "", "a%20b%2Fc%25d");
    assert_encoded(STR("/a,\0b"), "/", "/a%2C%00b");
    assert_encoded(STR("\xc3\xbc\xff"), "", "%C3%BC%FF");
    assert_encoded(STR(""), "/", "");
}

static void every_byte_comes_back(void **state)
{
    char all[256];
    char back[256];
    struct buf out;
    size_t n;

    (void)state;
    for (size_t i = 0; i < sizeof(all); i++)
        all[i] = (char)i;
    buf_init(&out, 1000);
    percent_put((struct str){all, sizeof(all)}, "", &out);
    assert_int_equal(percent_decode(buf_str(&out), out.p, &n),
                     3 * sizeof(all) - 2 * 66);
    assert_int_equal(n, sizeof(all));
    memcpy(back, out.p, n);
    assert_memory_equal(back, all, n);
    buf_release(&out);
}

static void digits_are_read_in_both_cases(void **state)
{
    (void)state;
    assert_decoded(STR("%4a%4A%2f"), STR("JJ/"));
    assert_decoded(STR("a+b"), STR("a+b"));
    assert_decoded(STR(""), STR(""));
}

static void a_percent_sign_without_two_digits_is_found(void **state)
{
    const char *const damaged[] = {"ab%", "ab%4", "ab%4g", "ab%g4", "ab%%41"};
    char to[10];
    size_t n;

    (void)state;
    for (size_t i = 0; i < sizeof(damaged) / sizeof(damaged[0]); i++)
        assert_int_equal(percent_decode(str_from(damaged[i]), to, &n), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_no_uri_may_hold_is_encoded),
        cmocka_unit_test(every_byte_comes_back),
        cmocka_unit_test(digits_are_read_in_both_cases),
        cmocka_unit_test(a_percent_sign_without_two_digits_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
