#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/export/export_cell.h"

static void a_text_that_begins_with_a_sign_would_run(void **state)
{
    (void)state;
    assert_true(export_would_run(STR("=1+1")));
    assert_true(export_would_run(STR("+1")));
    assert_true(export_would_run(STR("-5")));
    assert_true(export_would_run(STR("@SUM(A1)")));
    assert_true(export_would_run(STR("=")));
}

static void a_leading_tab_or_line_break_would_run(void **state)
{
    (void)state;
    assert_true(export_would_run(STR("\t=1")));
    assert_true(export_would_run(STR("\tabc")));
    assert_true(export_would_run(STR("\rabc")));
    assert_true(export_would_run(STR("\nabc")));
}

static void blanks_before_a_sign_do_not_hide_it(void **state)
{
    (void)state;
    assert_true(export_would_run(STR("  =1")));
    assert_true(export_would_run(STR("\xc2\xa0=1")));
    assert_true(export_would_run(STR("\xef\xbb\xbf=1")));
    assert_true(export_would_run(STR(" \xc2\xa0 \t=1")));
}

static void full_width_signs_would_run(void **state)
{
    (void)state;
    assert_true(export_would_run(STR("\xef\xbc\x9d"
                                     "1")));
    assert_true(export_would_run(STR("\xef\xbc\x8b")));
    assert_true(export_would_run(STR("\xef\xbc\x8d")));
    assert_true(export_would_run(STR("\xef\xbc\xa0")));
    assert_false(export_would_run(STR("\xef\xbc\xa1"))); /* full-width A */
}

static void ordinary_texts_are_left_alone(void **state)
{
    (void)state;
    assert_false(export_would_run(STR("")));
    assert_false(export_would_run(STR("   ")));
    assert_false(export_would_run(STR("a=b")));
    assert_false(export_would_run(STR("1-2")));
    assert_false(export_would_run(STR("'=1")));
    assert_false(export_would_run(STR("\"=1\"")));
    assert_false(export_would_run(STR("\xef\xbc")));
}

static void changes_are_reported_in_the_singular_and_the_plural(void **state)
{
    struct export_changes c = {
        .count = {[EXPORT_NEUTRALISED] = 1, [EXPORT_LONG_NUMBERS] = 12}};
    struct buf b;
    struct jsonw w;

    (void)state;
    buf_init(&b, 4096);
    jsonw_init(&w, &b);
    export_changes_write(&c, &w);
    assert_string_equal(
        b.p, "[\"1 cell that a spreadsheet would run was prefixed with an "
             "apostrophe\",\"12 numbers of more than 15 digits were written "
             "as text\"]");
    buf_release(&b);
}

static void every_change_has_its_sentence(void **state)
{
    (void)state;
    for (int i = 0; i < EXPORT_CHANGE_COUNT; i++) {
        struct export_changes c = {0};
        struct buf b;
        struct jsonw w;

        c.count[i] = UINT64_MAX;
        buf_init(&b, 4096);
        jsonw_init(&w, &b);
        export_changes_write(&c, &w);
        assert_true(str_starts(buf_str(&b), STR("[\"18446744073709551615 ")));
        assert_true(str_ends(buf_str(&b), STR("\"]")));
        buf_release(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_that_begins_with_a_sign_would_run),
        cmocka_unit_test(a_leading_tab_or_line_break_would_run),
        cmocka_unit_test(blanks_before_a_sign_do_not_hide_it),
        cmocka_unit_test(full_width_signs_would_run),
        cmocka_unit_test(ordinary_texts_are_left_alone),
        cmocka_unit_test(changes_are_reported_in_the_singular_and_the_plural),
        cmocka_unit_test(every_change_has_its_sentence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
