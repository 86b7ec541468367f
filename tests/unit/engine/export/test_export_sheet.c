#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/export/export_sheet.h"

#include <string.h>

#define DAY_MICROS INT64_C(86400000000)

static void assert_name(struct str name, enum err expected)
{
    struct error e;

    assert_int_equal(export_sheet_check_name(name, &e), expected);
}

static void a_sheet_name_follows_excels_rules(void **state)
{
    (void)state;
    assert_name(STR("Sheet1"), OK);
    assert_name(STR("Año 2024 – ventas"), OK);
    assert_name(STR("it's"), OK);
    assert_name(STR("1234567890123456789012345678901"), OK);
    assert_name(STR("12345678901234567890123456789012"), ERR_VALIDATION_FAILED);
    assert_name(STR(""), ERR_VALIDATION_FAILED);
    assert_name(STR("a/b"), ERR_VALIDATION_FAILED);
    assert_name(STR("a\\b"), ERR_VALIDATION_FAILED);
    assert_name(STR("[a"), ERR_VALIDATION_FAILED);
    assert_name(STR("a]"), ERR_VALIDATION_FAILED);
    assert_name(STR("a:b"), ERR_VALIDATION_FAILED);
    assert_name(STR("a*"), ERR_VALIDATION_FAILED);
    assert_name(STR("a?"), ERR_VALIDATION_FAILED);
    assert_name(STR("'a"), ERR_VALIDATION_FAILED);
    assert_name(STR("a'"), ERR_VALIDATION_FAILED);
    assert_name(STR("a\nb"), ERR_VALIDATION_FAILED);
    assert_name(STR("a\0b"), ERR_VALIDATION_FAILED);
    assert_name(STR("HISTORY"), ERR_VALIDATION_FAILED);
}

static void a_name_of_31_characters_outside_the_first_plane_is_too_long(
    void **state)
{
    char faces[31 * 4];

    (void)state;
    for (size_t i = 0; i < 31; i++) {
        faces[i * 4] = '\xf0';
        faces[i * 4 + 1] = '\x9f';
        faces[i * 4 + 2] = '\x98';
        faces[i * 4 + 3] = '\x80';
    }
    assert_name((struct str){faces, (size_t)15 * 4}, OK);
    assert_name((struct str){faces, sizeof(faces)}, ERR_VALIDATION_FAILED);
}

static void assert_written(struct str text, const char *expected)
{
    struct buf b;

    buf_init(&b, 4096);
    buf_puts(&b, "");
    export_sheet_put_text(&b, text);
    assert_int_equal(b.n, strlen(expected));
    if (b.n > 0)
        assert_string_equal(b.p, expected);
    buf_release(&b);
}

static void text_that_xml_cannot_hold_is_escaped(void **state)
{
    (void)state;
    assert_written(STR(""), "");
    assert_written(STR("plain \xc3\xb1"), "plain \xc3\xb1");
    assert_written(STR("a\0b"), "a_x0000_b");
    assert_written(STR("\xef\xbf\xbe\xef\xbf\xbf"), "_xFFFE__xFFFF_");
    assert_written(STR("\xef\xbf\xbd"), "\xef\xbf\xbd");
}

static void text_that_looks_like_an_escape_reads_back_as_it_was(void **state)
{
    (void)state;
    assert_written(STR("_x0041_"), "_x005F_x0041_");
    assert_written(STR("a_x00e9__x00E9_"), "a_x005F_x00e9__x005F_x00E9_");
    assert_written(STR("_x004_ _xzzzz_ _x0041"), "_x004_ _xzzzz_ _x0041");
}

static void digits_that_matter_are_counted(void **state)
{
    (void)state;
    assert_int_equal(export_sheet_digits(STR("0")), 0);
    assert_int_equal(export_sheet_digits(STR("-12.50")), 3);
    assert_int_equal(export_sheet_digits(STR("0.00123")), 3);
    assert_int_equal(export_sheet_digits(STR("1000")), 4);
    assert_int_equal(export_sheet_digits(STR("123456789012345")), 15);
    assert_int_equal(export_sheet_digits(STR("1234567890123456")), 16);
    assert_int_equal(export_sheet_digits(STR("12345678901234.50")), 15);
    assert_int_equal(export_sheet_digits(STR("100.00")), 3);
    assert_int_equal(export_sheet_digits(STR("100.01")), 5);
}

static void text_is_measured_as_excel_and_a_screen_do(void **state)
{
    (void)state;
    assert_int_equal(export_sheet_text_units(STR("a\xc3\xb1")), 2);
    assert_int_equal(export_sheet_text_units(STR("\xf0\x9f\x98\x80")), 2);
    assert_int_equal(export_sheet_text_width(STR("abc\ndefgh")), 3);
    assert_int_equal(export_sheet_text_width(STR("\xe9\x8a\x80\xe8\xa1\x8c")),
                     4);
    assert_int_equal(export_sheet_text_width(STR("\xc3\xb1\xe2\x82\xac")), 2);
}

static bool serial_of(enum export_type type, int64_t ticks, double *serial)
{
    struct export_cell cell = {.ticks = ticks};

    return export_sheet_serial(type, &cell, serial);
}

static void dates_become_the_numbers_excel_knows(void **state)
{
    double serial = 0;

    (void)state;
    assert_true(serial_of(EXPORT_DATE, 0, &serial));
    assert_true(serial == 25569);
    assert_true(serial_of(EXPORT_DATE, 61 - 25569, &serial));
    assert_true(serial == 61); /* 1900-03-01 */
    assert_false(serial_of(EXPORT_DATE, 60 - 25569, &serial));
    assert_true(serial_of(EXPORT_DATE, 2932896, &serial));
    assert_true(serial == 2958465); /* 9999-12-31 */
    assert_false(serial_of(EXPORT_DATE, 2932897, &serial));
}

static void times_become_parts_of_a_day(void **state)
{
    double serial = 0;

    (void)state;
    assert_true(serial_of(EXPORT_TIME, DAY_MICROS / 4, &serial));
    assert_true(serial == 0.25);
    assert_false(serial_of(EXPORT_TIME, DAY_MICROS, &serial)); /* 24:00 */
    assert_true(serial_of(EXPORT_TIMESTAMP, -DAY_MICROS / 4, &serial));
    assert_true(serial == 25568.75);
    assert_true(serial_of(EXPORT_TIMESTAMP, DAY_MICROS * 3 / 2, &serial));
    assert_true(serial == 25570.5);
    assert_false(serial_of(EXPORT_TIMESTAMP, INT64_MAX, &serial));
    assert_false(serial_of(EXPORT_TIMESTAMP, INT64_MIN, &serial));
}

static void an_endless_date_has_no_number(void **state)
{
    struct export_cell cell = {.is_endless = true};
    double serial = 0;

    (void)state;
    assert_false(export_sheet_serial(EXPORT_DATE, &cell, &serial));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sheet_name_follows_excels_rules),
        cmocka_unit_test(
            a_name_of_31_characters_outside_the_first_plane_is_too_long),
        cmocka_unit_test(text_that_xml_cannot_hold_is_escaped),
        cmocka_unit_test(text_that_looks_like_an_escape_reads_back_as_it_was),
        cmocka_unit_test(digits_that_matter_are_counted),
        cmocka_unit_test(text_is_measured_as_excel_and_a_screen_do),
        cmocka_unit_test(dates_become_the_numbers_excel_knows),
        cmocka_unit_test(times_become_parts_of_a_day),
        cmocka_unit_test(an_endless_date_has_no_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
