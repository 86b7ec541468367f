#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/xlsx/ref.h"

#include <string.h>

static bool is_place(const char *text, uint32_t column, uint32_t row)
{
    struct ref r;

    return ref_parse(str_from(text), &r) && r.column == column && r.row == row;
}

static void letters_and_digits_are_a_place(void **state)
{
    (void)state;
    assert_true(is_place("A1", 1, 1));
    assert_true(is_place("b3", 2, 3));
    assert_true(is_place("AA10", 27, 10));
    assert_true(is_place("XFD1048576", 16384, 1048576));
}

static void places_outside_of_a_sheet_are_none(void **state)
{
    static const char *const bad[] = {
        "",     "A",   "1",         "A0", "XFE1", "A01",     "A1 ",
        "$A$1", "A-1", "AAAAAAAA1", "@1", "A1:2", "A1048577"};
    struct ref r;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (ref_parse(str_from(bad[i]), &r))
            fail_msg("'%s' was taken", bad[i]);
}

static void ranges_have_their_corners_in_order(void **state)
{
    struct ref_range r;

    (void)state;
    assert_true(ref_parse_range(STR("C3:A1"), &r));
    assert_int_equal(r.first.column, 1);
    assert_int_equal(r.last.row, 3);
    assert_true(ref_parse_range(STR("B2"), &r));
    assert_int_equal(r.last.column, 2);
    assert_false(ref_parse_range(STR("A1:"), &r));
}

static void every_column_has_the_name_it_is_parsed_by(void **state)
{
    char name[REF_NAME_BYTES];

    (void)state;
    for (uint32_t c = 1; c <= REF_MAX_COLUMNS; c++) {
        ref_name((struct ref){REF_MAX_ROWS, c}, name);
        assert_true(is_place(name, c, REF_MAX_ROWS));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_and_digits_are_a_place),
        cmocka_unit_test(places_outside_of_a_sheet_are_none),
        cmocka_unit_test(ranges_have_their_corners_in_order),
        cmocka_unit_test(every_column_has_the_name_it_is_parsed_by),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
