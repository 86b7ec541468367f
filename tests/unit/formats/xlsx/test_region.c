#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "draw.h"
#include "show.h"

static struct buf out;

static const char *table(const char *xml, const char *after)
{
    return show(book_of("", xml, after), NULL, &out);
}

/* The sheet of a picture, read. */
static const char *drawn(const char *picture, const char *after)
{
    struct buf xml;
    const char *shown;

    buf_init(&xml, MAX_ZIP);
    draw_rows(&xml, picture);
    shown = table(xml.p, after);
    buf_release(&xml);
    return shown;
}

static void words_over_numbers_are_a_header(void **state)
{
    (void)state;
    assert_string_equal(drawn("name|age\nann|30\nbob|40\n", ""),
                        "[name|age]\ntann|n30\ntbob|n40\n");
}

static void numbers_over_numbers_are_none(void **state)
{
    (void)state;
    assert_string_equal(drawn("1|2\n3|4\n", ""), "n1|n2\nn3|n4\n");
}

static void words_over_words_are_assumed_to_be_one(void **state)
{
    (void)state;
    assert_string_equal(drawn("a|b\nc|d\n", ""), "[a|b]\ntc|td\n");
}

static void empty_rows_and_columns_before_it_are_passed_over(void **state)
{
    (void)state;
    assert_string_equal(drawn("\n\n|x|y\n|a|1\n", ""), "[x|y]\nta|n1\n");
}

static void titles_are_no_header(void **state)
{
    (void)state;
    assert_string_equal(drawn("Sales\nof the north\n\na|b\nx|1\n", ""),
                        "[a|b]\ntx|n1\n");
    assert_string_equal(drawn("Sales\na|b\nx|1\n", ""), "[a|b]\ntx|n1\n");
    assert_string_equal(
        drawn("by|me\non|monday\n\na|b|c\nx|1|2\ny|3|4\nz|5|6\n", ""),
        "[a|b|c]\ntx|n1|n2\nty|n3|n4\ntz|n5|n6\n");
}

static void merged_labels_name_all_columns_under_them(void **state)
{
    (void)state;
    assert_string_equal(
        drawn("Region|2023||2024\n|Q1|Q2|Q1|Q2\nN|1|2|3|4\n",
              "<mergeCells><mergeCell ref='B1:C1'/><mergeCell ref='D1:E1'/>"
              "<mergeCell ref='A1:A2'/></mergeCells>"),
        "[Region|2023 Q1|2023 Q2|2024 Q1|2024 Q2]\ntN|n1|n2|n3|n4\n");
}

static void labels_with_gaps_reach_to_the_next(void **state)
{
    (void)state;
    assert_string_equal(drawn("|old||new\nid|a|b|a|b\nN|1|2|3|4\n", ""),
                        "[id|old a|old b|new a|new b]\ntN|n1|n2|n3|n4\n");
}

/* Names that are told apart without it need no row above them. */
static void a_title_of_two_cells_names_no_column(void **state)
{
    (void)state;
    assert_string_equal(
        drawn("Loans|||printed in June\nid|who|city|sent\nN|b|c|4\nM|b|d|5\n",
              ""),
        "[id|who|city|sent]\ntN|tb|tc|n4\ntM|tb|td|n5\n");
    assert_string_equal(
        drawn("old||new|\na|b|a|b\nN|2|3|4\nM|2|3|5\n", ""),
        "[old a|old b|new a|new b]\ntN|n2|n3|n4\ntM|n2|n3|n5\n");
}

static void years_over_numbers_are_names(void **state)
{
    (void)state;
    assert_string_equal(drawn("land|2023|2024\nA|5|6\nB|7|8\n", ""),
                        "[land|2023|2024]\ntA|n5|n6\ntB|n7|n8\n");
}

static void the_row_of_a_filter_is_the_header(void **state)
{
    (void)state;
    assert_string_equal(
        drawn("x|y\nname|n\na|b\nc|d\n", "<autoFilter ref='A2:B4'/>"),
        "[name|n]\nta|tb\ntc|td\n");
}

static void a_header_may_be_parted_from_its_rows(void **state)
{
    (void)state;
    assert_string_equal(drawn("name|age\n\nann|30\nbob|40\n", ""),
                        "[name|age]\ntann|n30\ntbob|n40\n");
}

static void other_blocks_are_left_out_and_reported(void **state)
{
    int fd = book_of("",
                     "<row r='1'><c r='A1' t='str'><v>a</v></c>"
                     "<c r='B1' t='str'><v>b</v></c></row>"
                     "<row r='2'><c r='A2'><v>1</v></c><c r='B2'><v>2</v></c>"
                     "</row><row r='5'><c r='C5'><v>7</v></c></row>"
                     "<row r='6'><c r='D6'><v>8</v></c></row>"
                     "<row r='9'><c r='A9'><v>9</v></c></row>",
                     "");
    const struct xlsx_report *r;
    struct xlsx *x = NULL;
    struct error e;

    (void)state;
    assert_int_equal(xlsx_open(fd, NULL, &x, &e), OK);
    assert_int_equal(xlsx_sheet_open(x, 0, &e), OK);
    r = xlsx_report(x);
    assert_int_equal(r->rows, 1);
    assert_int_equal(r->left_out_total, 2);
    assert_int_equal(r->left_out[0].range.first.row, 5);
    assert_int_equal(r->left_out[0].range.first.column, 3);
    assert_int_equal(r->left_out[0].range.last.row, 6);
    assert_int_equal(r->left_out[0].range.last.column, 4);
    assert_int_equal(r->left_out[0].cells, 2);
    assert_int_equal(r->left_out[1].range.first.row, 9);
    xlsx_close(x);
    (void)close(fd);
}

static void the_caller_knows_better(void **state)
{
    struct xlsx_options o = {.spill_fd = -1, .header = HEAD_NO};
    const char *xml = "<row><c t='str'><v>a</v></c></row>"
                      "<row><c><v>1</v></c></row>";

    (void)state;
    assert_string_equal(show(book_of("", xml, ""), &o, &out), "ta\nn1\n");
    o.header = HEAD_YES;
    assert_string_equal(show(book_of("", xml, ""), &o, &out), "[a]\nn1\n");
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
        cmocka_unit_test(words_over_numbers_are_a_header),
        cmocka_unit_test(numbers_over_numbers_are_none),
        cmocka_unit_test(words_over_words_are_assumed_to_be_one),
        cmocka_unit_test(empty_rows_and_columns_before_it_are_passed_over),
        cmocka_unit_test(titles_are_no_header),
        cmocka_unit_test(merged_labels_name_all_columns_under_them),
        cmocka_unit_test(labels_with_gaps_reach_to_the_next),
        cmocka_unit_test(a_title_of_two_cells_names_no_column),
        cmocka_unit_test(years_over_numbers_are_names),
        cmocka_unit_test(the_row_of_a_filter_is_the_header),
        cmocka_unit_test(a_header_may_be_parted_from_its_rows),
        cmocka_unit_test(other_blocks_are_left_out_and_reported),
        cmocka_unit_test(the_caller_knows_better),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
