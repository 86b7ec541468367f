#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv/cell.h"

static void check(const char *s, enum cell_family family)
{
    struct cell_shape shape;

    cell_look(str_from(s), &shape);
    if (shape.family != family)
        fail_msg("'%s' is of family %d", s, shape.family);
}

static void each_cell_is_of_one_family(void **state)
{
    (void)state;
    check("word", CELL_TEXT);
    check("007", CELL_CODE);
    check("-01", CELL_TEXT); /* a sign before a code is no code */
    check("true", CELL_BOOLEAN);
    check("FALSE", CELL_BOOLEAN);
    check("t", CELL_BOOLEAN);
    check("Sí", CELL_BOOLEAN);
    check("n/a", CELL_NULL_WORD);
    check("-", CELL_NULL_WORD);
    check("$1,234.50", CELL_NUMBER);
    check("1 234,50 \xe2\x82\xac", CELL_NUMBER);
    check("(12.5%)", CELL_NUMBER);
    check("5 Jan 2024", CELL_DATE);
    check("Jan 5, 2024 3:04 PM", CELL_TIMESTAMP);
    check("12 Main Street", CELL_TEXT);
    check("No. 5", CELL_TEXT);
    check("1.5", CELL_NUMBER);
    check("-3", CELL_NUMBER);
    check(",5", CELL_NUMBER);
    check("nan", CELL_NUMBER);
    check("-inf", CELL_NUMBER);
    check("2024-01-31", CELL_DATE);
    check("31.12.2024", CELL_DATE);
    check("10:30", CELL_TIME);
    check("2024-01-31 10:30", CELL_TIMESTAMP);
    check("2024-01-31T10:30Z", CELL_TIMESTAMPTZ);
    check("-2024-01-31", CELL_TEXT);
    check("12 rue de la Paix", CELL_TEXT);
    check("\xe9\x94\x80", CELL_TEXT);
}

static void spaces_and_tabs_at_both_ends_are_cut(void **state)
{
    (void)state;
    assert_true(str_is(cell_trim(STR(" \t a b\t ")), "a b"));
    assert_int_equal(cell_trim(STR(" \t ")).n, 0);
    assert_int_equal(cell_trim(STR("")).n, 0);
    assert_true(str_is(cell_trim(STR("\xc2\xa0x")), "\xc2\xa0x"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_cell_is_of_one_family),
        cmocka_unit_test(spaces_and_tabs_at_both_ends_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
