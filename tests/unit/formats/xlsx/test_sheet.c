#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/package/book.h"
#include "show.h"

static struct buf out;

static const char *rows(const char *xml)
{
    struct xlsx_options o = {.spill_fd = -1, .header = HEAD_NO};

    return show(book_of("", xml, ""), &o, &out);
}

static void refused(const char *xml, const char *why)
{
    struct str want = str_from(why);
    struct str got = str_from(rows(xml));

    if (!str_starts(got, STR("FILE_READ_FAILED: sheet 'S1': ")) ||
        str_find(got, want) == got.n)
        fail_msg("'%s' gave '%s'", xml, got.p);
}

static void cells_without_a_place_follow_the_last(void **state)
{
    (void)state;
    assert_string_equal(rows("<row><c><v>1</v></c><c r='C1'><v>3</v></c>"
                             "<c><v>4</v></c></row><row><c r='B2'><v>5</v></c>"
                             "</row>"),
                        "n1|-|n3|n4\n-|n5|-|-\n");
}

/* The value of one is not taken for the name of another. */
static void attributes_of_a_cell_may_be_in_any_order(void **state)
{
    (void)state;
    assert_string_equal(rows("<row><c t='n' r='A1'><v>1</v></c>"
                             "<c t='b' r='C1'><v>1</v></c></row>"),
                        "n1|-|btrue\n");
}

static void rows_and_cells_may_be_in_any_order(void **state)
{
    (void)state;
    assert_string_equal(rows("<row r='2'><c r='B2'><v>4</v></c><c r='A2'>"
                             "<v>3</v></c></row><row r='1'><c r='B1'><v>2</v>"
                             "</c><c r='A1'><v>1</v></c></row>"),
                        "n1|n2\nn3|n4\n");
}

static void a_place_taken_twice_is_refused(void **state)
{
    (void)state;
    refused("<row r='3'><c r='B3'><v>1</v></c><c r='B3'><v>2</v></c></row>",
            "cell B3 occurs twice");
    refused("<row r='3'><c><v>1</v></c></row><row r='3'><c><v>1</v></c></row>",
            "row 3 of the sheet occurs twice");
}

static void places_that_no_sheet_has_are_refused(void **state)
{
    (void)state;
    refused("<row r='0'/>", "a row has a number outside of any sheet");
    refused("<row r='1048577'/>", "a row has a number outside of any sheet");
    refused("<row r='1048576'/><row/>",
            "a row has a number outside of any sheet");
    refused("<row r='x'/>", "a row has a number outside of any sheet");
    refused("<row r='2'><c r='XFE2'/></row>", "a cell of row 2 has a place");
    refused("<row r='2'><c r='A3'/></row>", "cell A3 is inside a row with "
                                            "a different number");
    refused("<row><c r='XFD1'/><c/></row>",
            "row 1 has more than 16384 columns");
}

static void values_that_are_none_of_their_type_are_refused(void **state)
{
    (void)state;
    refused("<row><c r='A1'><v>1,5</v></c></row>",
            "cell A1 has the type of a number but is not one");
    refused("<row><c t='b'><v>2</v></c></row>", "cell A1 is said to be true or "
                                                "false");
    refused("<row><c t='s'><v>3</v></c></row>",
            "cell A1 refers to a text that the workbook does not have");
    refused("<row><c t='s'><v>-1</v></c></row>", "cell A1 refers to a text");
    refused("<row><c t='zz'><v>3</v></c></row>", "cell A1 is of a type");
    refused("<row><c s='x'><v>3</v></c></row>", "cell A1 has a style");
}

static void a_style_that_is_not_there_is_general(void **state)
{
    (void)state;
    assert_string_equal(rows("<row><c s='4000000'><v>3</v></c></row>"), "n3\n");
}

static void empty_attributes_say_nothing(void **state)
{
    (void)state;
    assert_string_equal(rows("<row r='' hidden=''><c r='' s='' t=''><v>1</v>"
                             "</c><c s=' '><v>2</v></c></row><row r='2'>"
                             "<c r='B2' s='' t='str'><v>x</v></c></row>"),
                        "n1|n2\n-|tx\n");
}

static void numbers_of_attributes_may_have_blanks_and_a_plus(void **state)
{
    (void)state;
    assert_string_equal(rows("<row r=' 1 '><c r=' A1 ' s='+1'><v>0.5</v></c>"
                             "</row>"),
                        "n0.5%\n");
    refused("<row><c s='+'><v>3</v></c></row>", "cell A1 has a style");
    refused("<row r='1 2'/>", "a row has a number outside of any sheet");
}

static void empty_values_are_no_cells(void **state)
{
    (void)state;
    assert_string_equal(rows("<row><c><v></v></c><c t='s'><v>2</v></c>"
                             "<c t='inlineStr'/><c t='str'><v/></c>"
                             "<c t='s'/><c><v> 7 </v></c></row>"),
                        "n7\n");
}

static void inline_texts_do_not_leak_into_others(void **state)
{
    (void)state;
    assert_string_equal(rows("<row><c t='str'><is><t>no</t></is><v>yes</v></c>"
                             "<c t='inlineStr'/><c><v>1</v></c></row>"),
                        "tyes|-|n1\n");
}

static void only_cells_of_rows_of_the_data_count(void **state)
{
    (void)state;
    assert_string_equal(rows("<c><v>1</v></c><other><c><v>2</v></c></other>"
                             "<row><d><v>3</v></d><c><w>4</w><v>5</v></c>"
                             "</row>"),
                        "n5\n");
}

static void iso_dates_are_dates(void **state)
{
    (void)state;
    assert_string_equal(
        rows("<row><c t='d'><v>2024-02-03</v></c>"
             "<c t='d'><v>2024-02-03T04:05:06.5</v></c>"
             "<c t='d'><v>04:05:06</v></c><c t='d'><v>soon</v></c>"
             "<c t='d' s='4'><v>2024-02-03T00:00:00</v></c></row>"),
        "D2024-02-03|M2024-02-03 04:05:06.5|T04:05:06|tsoon|"
        "M2024-02-03 00:00:00\n");
}

static int setup(void **state)
{
    (void)state;
    buf_init(&out, MAX_ZIP);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    buf_release(&out);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_without_a_place_follow_the_last),
        cmocka_unit_test(attributes_of_a_cell_may_be_in_any_order),
        cmocka_unit_test(rows_and_cells_may_be_in_any_order),
        cmocka_unit_test(a_place_taken_twice_is_refused),
        cmocka_unit_test(places_that_no_sheet_has_are_refused),
        cmocka_unit_test(values_that_are_none_of_their_type_are_refused),
        cmocka_unit_test(a_style_that_is_not_there_is_general),
        cmocka_unit_test(empty_attributes_say_nothing),
        cmocka_unit_test(numbers_of_attributes_may_have_blanks_and_a_plus),
        cmocka_unit_test(empty_values_are_no_cells),
        cmocka_unit_test(inline_texts_do_not_leak_into_others),
        cmocka_unit_test(only_cells_of_rows_of_the_data_count),
        cmocka_unit_test(iso_dates_are_dates),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
