#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/number.h"

#include <math.h>
#include <string.h>

#define BOTH (NUMBER_POINT | NUMBER_COMMA)

static struct number_shape scan(const char *s)
{
    struct number_shape shape;

    (void)number_scan(str_from(s), &shape);
    return shape;
}

static void check_conventions(const char *s, unsigned conventions)
{
    struct number_shape shape;
    bool is = number_scan(str_from(s), &shape);

    if (shape.conventions != conventions || is != (conventions != 0))
        fail_msg("'%s' has conventions %u", s, shape.conventions);
}

static void check_digits(const char *s, enum number_convention convention,
                         unsigned whole, unsigned scale)
{
    struct number_digits d = scan(s).digits[convention - 1];

    if (d.whole != whole || d.scale != scale)
        fail_msg("'%s' has %u+%u digits", s, d.whole, d.scale);
}

static void digits_fit_both_conventions(void **state)
{
    (void)state;
    check_conventions("0", BOTH);
    check_conventions("-7", BOTH);
    check_conventions("1234567", BOTH);
    check_digits("1234567", NUMBER_COMMA, 7, 0);
    assert_false(scan("1234567").marked);
}

static void one_mark_with_three_digits_behind_fits_both(void **state)
{
    (void)state;
    check_conventions("1.234", BOTH);
    check_digits("1.234", NUMBER_POINT, 1, 3);
    check_digits("1.234", NUMBER_COMMA, 4, 0);
    assert_true(scan("1.234").grouped[NUMBER_COMMA - 1]);
    assert_false(scan("1.234").grouped[NUMBER_POINT - 1]);
    check_conventions("-123,456", BOTH);
    check_digits("-123,456", NUMBER_COMMA, 3, 3);
}

static void one_mark_with_other_digits_behind_is_decimal(void **state)
{
    (void)state;
    check_conventions("1.23", NUMBER_POINT);
    check_conventions("1,2345", NUMBER_COMMA);
    check_conventions("1234.567", NUMBER_POINT);
    check_conventions("0.123", NUMBER_POINT);
    check_conventions("0,123", NUMBER_COMMA);
    check_conventions(".5", NUMBER_POINT);
    check_conventions("-,5", NUMBER_COMMA);
}

static void several_marks_tell_the_convention(void **state)
{
    (void)state;
    check_conventions("1.234,56", NUMBER_COMMA);
    check_digits("1.234,56", NUMBER_COMMA, 4, 2);
    check_conventions("1,234.56", NUMBER_POINT);
    check_conventions("1.234.567", NUMBER_COMMA);
    check_conventions("12,345,678.9", NUMBER_POINT);
    check_digits("12,345,678.9", NUMBER_POINT, 8, 1);
}

static void wrong_groups_are_no_numbers(void **state)
{
    static const char *const wrong[] = {
        "1.23.456",   "1234.567.890", "1,23,456", "1.2.3",  "1,234,56",
        "1.234,56.7", "..1",          "1..2",     "1,,2",   ".",
        ",",          "0.123.456",    ".123.456", "1.234,", "1,234."};

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        check_conventions(wrong[i], 0);
}

static void what_must_keep_its_letters_is_no_number(void **state)
{
    static const char *const wrong[] = {
        "",      "-",      "+5",    "5.",     "1 000", "5%",          "$5",
        "0x10",  "1_0",    "1-2",   "--1",    "1e",    "e5",          "1e+",
        "1e5.5", "1e1000", "1e400", "1e-400", "1E5 ",  "\xef\xbc\x95"};

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        check_conventions(wrong[i], 0);
}

static void needless_leading_zeros_make_a_code(void **state)
{
    static const char *const codes[] = {"007",  "00",      "-01",  "00.5",
                                        "01,5", "001.234", "-00,5"};

    (void)state;
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        check_conventions(codes[i], 0);
        assert_true(scan(codes[i]).leading_zero);
    }
    assert_false(scan("0.5").leading_zero);
    assert_false(scan("0").leading_zero);
    assert_false(scan("x").leading_zero);
}

static void sixty_four_bits_end_where_they_end(void **state)
{
    (void)state;
    assert_false(scan("9223372036854775807").over_i64);
    assert_true(scan("9223372036854775808").over_i64);
    assert_false(scan("-9223372036854775808").over_i64);
    assert_true(scan("-9223372036854775809").over_i64);
    assert_true(scan("10000000000000000000").over_i64);
}

static void exponents_and_special_words(void **state)
{
    (void)state;
    check_conventions("1e5", BOTH);
    check_conventions("1.5E-7", NUMBER_POINT);
    check_conventions("-1,5e+10", NUMBER_COMMA);
    check_conventions("0e0", BOTH);
    assert_true(scan("1e5").exponent);
    check_conventions("NaN", BOTH);
    check_conventions("-inf", BOTH);
    check_conventions("Infinity", BOTH);
    check_conventions("-nan", 0);
    check_conventions("nano", 0);
    assert_true(scan("inf").special);
}

static void a_double_keeps_fifteen_digits_and_what_came_from_one(void **state)
{
    (void)state;
    assert_false(scan("123456789012345").no_double);
    assert_false(scan("0.1").no_double);
    assert_false(scan("0.30000000000000004").no_double); /* 0.1 + 0.2 */
    assert_false(scan("1.7976931348623157e308").no_double);
    assert_false(scan("9007199254740992").no_double); /* 2 to the 53 */
    assert_true(scan("9007199254740993").no_double);
    assert_true(scan("0.1234567890123456789").no_double);
    assert_false(scan("5.185370000000000257e-02").no_double); /* "%.18e" */
    assert_false(scan("1.510000000000000000e+02").no_double);
    assert_true(scan("5.185370000000000258e-02").no_double);
    assert_true(scan("0.12345678901234563").no_double ||
                scan("0.12345678901234564").no_double);
}

static void integers_are_read_to_the_last_digit(void **state)
{
    int64_t v = 0;

    (void)state;
    assert_true(
        number_read_i64(STR("-9223372036854775808"), NUMBER_POINT, 0, &v));
    assert_true(v == INT64_MIN);
    assert_true(
        number_read_i64(STR("9223372036854775807"), NUMBER_COMMA, 0, &v));
    assert_true(v == INT64_MAX);
    assert_false(
        number_read_i64(STR("9223372036854775808"), NUMBER_POINT, 0, &v));
    assert_true(number_read_i64(STR("1.234.567"), NUMBER_COMMA, 0, &v));
    assert_int_equal(v, 1234567);
}

static void decimals_are_scaled_not_rounded(void **state)
{
    int64_t v = 0;

    (void)state;
    assert_true(number_read_i64(STR("-1.234,5"), NUMBER_COMMA, 2, &v));
    assert_int_equal(v, -123450);
    assert_true(number_read_i64(STR(".5"), NUMBER_POINT, 3, &v));
    assert_int_equal(v, 500);
    assert_false(number_read_i64(STR("1.234"), NUMBER_POINT, 2, &v));
    assert_false(number_read_i64(STR("1x"), NUMBER_POINT, 2, &v));
}

static void thirty_eight_digits_are_read_wide(void **state)
{
    number_wide v = 0;
    number_wide all_nines = 1;

    (void)state;
    for (int i = 0; i < 38; i++)
        all_nines *= 10;
    all_nines -= 1;
    assert_true(number_read_wide(STR("-99999999999999999999999999999999999999"),
                                 NUMBER_POINT, 0, &v));
    assert_true(v == -all_nines);
    assert_false(number_read_wide(
        STR("100000000000000000000000000000000000000"), NUMBER_POINT, 0, &v));
    assert_false(number_read_wide(
        STR("999999999999999999999999999999999999999"), NUMBER_POINT, 0, &v));
    assert_false(number_read_wide(STR("99999999999999999999999999999999999999"),
                                  NUMBER_POINT, 1, &v));
    assert_true(number_read_wide(STR("0,5"), NUMBER_COMMA, 38, &v));
    assert_false(number_read_wide(STR("1,5"), NUMBER_COMMA, 38, &v));
    assert_true(number_read_wide(STR("0"), NUMBER_COMMA, 38, &v) && v == 0);
    assert_false(number_read_wide(STR("1.5"), NUMBER_POINT, 0, &v));
}

static void doubles_are_the_nearest(void **state)
{
    double v = 0;

    (void)state;
    assert_true(number_read_double(STR("1.234,5e-1"), NUMBER_COMMA, &v));
    assert_true(v == 123.45);
    assert_true(number_read_double(STR("nan"), NUMBER_COMMA, &v) && isnan(v));
    assert_true(number_read_double(STR("-inf"), NUMBER_POINT, &v) && isinf(v) &&
                v < 0);
    assert_false(number_read_double(STR("1.5x"), NUMBER_POINT, &v));
    assert_false(number_read_double(STR(""), NUMBER_POINT, &v));
}

static void a_cell_of_hundreds_of_digits_is_text(void **state)
{
    char digits[1000];

    (void)state;
    memset(digits, '9', sizeof(digits));
    assert_true(
        number_scan((struct str){digits, 300}, &(struct number_shape){0}));
    assert_false(
        number_scan((struct str){digits, 301}, &(struct number_shape){0}));
    assert_false(
        number_scan((struct str){digits, 1000}, &(struct number_shape){0}));
}

/* What scan promises, read keeps: over all short texts of a small alphabet. */
static void every_short_text_reads_as_it_was_scanned(void **state)
{
    static const char letters[] = "01-.,e";
    char s[7];

    (void)state;
    for (unsigned code = 0; code < 6 * 6 * 6 * 6 * 6 * 6; code++) {
        struct number_shape shape;
        unsigned rest = code;
        double d = 0;
        number_wide v = 0;

        for (int i = 0; i < 6; i++, rest /= 6)
            s[i] = letters[rest % 6];
        s[6] = '\0';
        (void)number_scan(str_from(s), &shape);
        for (unsigned c = NUMBER_POINT; c <= NUMBER_COMMA; c++) {
            if (!(shape.conventions & c))
                continue;
            assert_true(number_read_double(str_from(s), c, &d));
            assert_true(shape.exponent ||
                        number_read_wide(str_from(s), c,
                                         shape.digits[c - 1].scale, &v));
            for (unsigned i = 0; i < shape.digits[c - 1].scale; i++)
                d *= 10;
            assert_true(shape.exponent || fabs((double)v - d) < 1e-6);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_fit_both_conventions),
        cmocka_unit_test(one_mark_with_three_digits_behind_fits_both),
        cmocka_unit_test(one_mark_with_other_digits_behind_is_decimal),
        cmocka_unit_test(several_marks_tell_the_convention),
        cmocka_unit_test(wrong_groups_are_no_numbers),
        cmocka_unit_test(what_must_keep_its_letters_is_no_number),
        cmocka_unit_test(needless_leading_zeros_make_a_code),
        cmocka_unit_test(sixty_four_bits_end_where_they_end),
        cmocka_unit_test(exponents_and_special_words),
        cmocka_unit_test(a_double_keeps_fifteen_digits_and_what_came_from_one),
        cmocka_unit_test(integers_are_read_to_the_last_digit),
        cmocka_unit_test(decimals_are_scaled_not_rounded),
        cmocka_unit_test(thirty_eight_digits_are_read_wide),
        cmocka_unit_test(doubles_are_the_nearest),
        cmocka_unit_test(a_cell_of_hundreds_of_digits_is_text),
        cmocka_unit_test(every_short_text_reads_as_it_was_scanned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
