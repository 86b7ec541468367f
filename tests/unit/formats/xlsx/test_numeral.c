#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/xlsx/numeral.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void numbers_have_their_exact_text(void **state)
{
    static const struct {
        const char *xml, *text;
        bool binary;
    } cases[] = {
        {"0", "0", false},
        {"123.0", "123", false},
        {"-1.50", "-1.5", false},
        {"+.5", "0.5", false},
        {"00012", "12", false},
        {"-0", "0", false},
        {"0E0", "0", false},
        {"1e5", "100000", false},
        {"1E-7", "0.0000001", false},
        {"1E-8", "1e-8", false},
        {"9.9999999999999995E22", "1e23", false},
        {"1.1000000000000001", "1.1", false},
        {"0.30000000000000004", "0.30000000000000004", true},
        {"0.1000000000000000055511151231257827", "0.1", false},
        {"9007199254740993", "9007199254740993", false},
        {"12345678901234567890", "12345678901234567890", false},
        {"1.7976931348623157E+308", "1.7976931348623157e308", true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct numeral n;

        assert_true(numeral_read(str_from(cases[i].xml), &n));
        n.text[n.n] = '\0';
        assert_string_equal(n.text, cases[i].text);
        assert_int_equal(n.binary, cases[i].binary);
    }
}

static void what_is_no_number_is_refused(void **state)
{
    static const char *const bad[] = {"",    "-",   ".",     "1e",   "1.2.3",
                                      "1,5", "abc", "1e400", "0x10", "nan",
                                      "inf", "1 2", "--1",   "1e+",  "e5"};
    struct numeral n;
    char digits[1000];

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (numeral_read(str_from(bad[i]), &n))
            fail_msg("'%s' was taken", bad[i]);
    memset(digits, '1', sizeof(digits));
    assert_false(numeral_read((struct str){digits, sizeof(digits)}, &n));
}

static uint64_t next_random(uint64_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

static void every_double_comes_back_from_the_shortest_text(void **state)
{
    uint64_t seed = UINT64_C(88172645463325252);

    (void)state;
    for (int i = 0; i < 100000; i++) {
        uint64_t bits = next_random(&seed);
        struct numeral read, made;
        double value;
        char text[64];

        memcpy(&value, &bits, sizeof(value));
        if (i % 2)
            value = (double)(bits % 100000000) / 700;
        if (!isfinite(value))
            continue;
        (void)snprintf(text, sizeof(text), "%.*E", 15 + i % 2, value);
        value = strtod(text, NULL);
        assert_true(numeral_read(str_from(text), &read));
        assert_true(numeral_value((struct str){read.text, read.n}) == value);
        numeral_from_double(value, &made);
        assert_true(numeral_value((struct str){made.text, made.n}) == value);
        assert_true(read.n <= made.n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_their_exact_text),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(every_double_comes_back_from_the_shortest_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
