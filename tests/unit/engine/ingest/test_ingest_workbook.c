#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "formats/package/book.h"
#include "ingest_fixture.h"

/* A workbook with these sheets' rows, ingested; `n` of them. */
static enum err run_sheets(struct fixture *f, const char *const *rows,
                           unsigned n)
{
    struct book b;
    struct buf t;
    char name[40];
    enum err rc;

    book_init(&b);
    buf_init(&t, MAX_ZIP);
    book_frame(&b, n, "", NULL);
    for (unsigned i = 0; i < n; i++) {
        buf_reset(&t);
        buf_printf(&t,
                   "<worksheet xmlns='%s'><sheetData>%s</sheetData>"
                   "</worksheet>",
                   MAIN, rows[i]);
        (void)snprintf(name, sizeof(name), "xl/worksheets/sheet%u.xml", i + 1);
        book_put(&b, name, buf_str(&t));
    }
    book_end(&b);
    rc = run_bytes(f, buf_str(&b.zip));
    buf_release(&t);
    buf_release(&b.zip);
    buf_release(&b.directory);
    return rc;
}

#define T(text)      "<c t='inlineStr'><is><t>" text "</t></is></c>"
#define N(text)      "<c><v>" text "</v></c>"
#define ROW(a, b)    "<row>" a b "</row>"
#define HEADER(a, b) ROW(T(a), T(b))

static void types_follow_the_kinds_of_cells(void **state)
{
    static const char *const sheets[] = {
        "<row>" T("n") T("x") T("t") T("d") T("b") T(
            "f") "</row>"
                 "<row>" N("1") N("1.50") T(
                     "007") "<c s='3'><v>45000</v></c>"
                            "<c t='b'><v>1</v></c>" N(
                                "0.30000000000000004") "</row>"
                                                       "<row>" N("-2") N("10") T(
                                                           "12") "<c s='3'><v>45001</v></c>"
                                                                 "<c t='b'><v>0</v></c>" N(
                                                                     "1") "</row>"};
    struct fixture *f = *state;

    assert_int_equal(run_sheets(f, sheets, 1), OK);
    check_query(f, "FROM made.main.S1",
                "[1,1.5,\"007\",\"2023-03-15\",true,0.30000000000000004]"
                "[-2,10.0,\"12\",\"2023-03-16\",false,1]");
    check_map_has(f, "\"sql_type\":\"DOUBLE\"");
    check_map_has(f, "\"sql_type\":\"DECIMAL(18,1)\"");
}

static void a_column_of_several_kinds_is_text_and_says_why(void **state)
{
    static const char *const sheets[] = {HEADER("k", "v") "<row>" T("a") N(
        "1") "</row>"
             "<row>" T("b") T("few") "</row>"
                                     "<row>" T("c") N("2.5") "</row>"};
    struct fixture *f = *state;

    assert_int_equal(run_sheets(f, sheets, 1), OK);
    check_query(f, "FROM made.main.S1",
                "[\"a\",\"1\"][\"b\",\"few\"][\"c\",\"2.5\"]");
    check_map_has(f, "\"kept_as_text_because\":\"row 2 is text\"");
}

/* A column of numbers in which some cells say that there is none. */
static void a_text_for_no_value_leaves_a_column_its_kind(void **state)
{
    static const char *const sheets[] = {HEADER("k", "v") "<row>" T("a") N(
        "1") "</row>"
             "<row>" T("b") T("n/a") "</row>"
                                     "<row>" T("c") N("2.5") "</row>"};
    struct fixture *f = *state;

    assert_int_equal(run_sheets(f, sheets, 1), OK);
    check_query(f, "FROM made.main.S1", "[\"a\",1.0][\"b\",null][\"c\",2.5]");
    check_map_has(f, "\"null_words\":1");
}

static void a_date_that_was_typed_as_text_is_reported(void **state)
{
    static const char *const sheets[] = {
        HEADER("d", "n") ROW(T("tbd"), T("17")) ROW(T("2023-03-15"), T("4711"))
            ROW(T("2023-03-16"), T("x")),
        HEADER("name", "zip") ROW(T("Ada"), T("10115"))
            ROW(T("Bob"), T("10117")) ROW(T("Eva"), T("01067"))};
    struct fixture *f = *state;

    assert_int_equal(run_sheets(f, sheets, 2), OK);
    check_map_has(f,
                  "{\"name\":\"d\",\"column\":\"A\",\"kept_as_text_because\":"
                  "\"row 2 is a date written as text\"},"
                  "{\"name\":\"n\",\"column\":\"B\",\"kept_as_text_because\":"
                  "\"row 1 is a number written as text\"}");
    check_map_has(
        f,
        "[{\"name\":\"name\",\"column\":\"A\"},{\"name\":\"zip\",\"column\":\"B\"}]");
}

static void errors_and_formulas_without_value_are_null_and_reported(
    void **state)
{
    static const char *const sheets[] = {HEADER("k", "v") "<row>" T(
        "a") "<c t='e'><v>#N/A</v></c></row>"
             "<row>" T("b") "<c><f>1+1</f></c></row>"
                            "<row>" T("c") N("3") "</row>"};
    struct fixture *f = *state;

    assert_int_equal(run_sheets(f, sheets, 1), OK);
    check_query(f, "FROM made.main.S1", "[\"a\",null][\"b\",null][\"c\",3]");
    check_map_has(f, "{\"what\":\"error_cells_read_as_null\",\"cells\":1,"
                     "\"first\":[\"B2\"]}");
    check_map_has(f, "\"first\":[\"B3\"]");
    check_map_has(f, "{\"what\":\"formulas_without_value_read_as_null\","
                     "\"cells\":1,");
}

static void each_sheet_is_a_table_and_an_empty_one_is_none(void **state)
{
    static const char *const sheets[] = {
        HEADER("a", "b") "<row>" N("1") N("2") "</row>", "",
        HEADER("c", "d") "<row>" N("3") N("4") "</row>"};
    struct fixture *f = *state;

    assert_int_equal(run_sheets(f, sheets, 3), OK);
    check_query(f, "FROM made.main.S1", "[1,2]");
    check_query(f, "FROM made.main.S3", "[3,4]");
    check_map_has(f, "{\"name\":\"S1\",\"index\":0,\"row_count\":1,"
                     "\"column_count\":2,\"hidden\":false,"
                     "\"has_header\":true,");
    check_map_has(f, "{\"name\":\"S3\",\"index\":1,");
    check_map_has(f, "{\"format\":\"xlsx\",\"delimiter\":null,"
                     "\"quote_char\":null,\"encoding_detected\":null,"
                     "\"encoding_confidence\":null,\"has_header\":true,"
                     "\"row_count\":1,");
}

#define LINE(text) "<row>" T(text) "</row>"
#define GAP        "<row></row>"

/* Only the nearest text is the title; the others are not lost with it. */
static void all_lines_above_and_below_a_table_are_kept_with_their_unit(
    void **state)
{
    static const char *const sheets[] = {
        LINE("Harbour of Westport") LINE("in thousands of EUR")
            GAP LINE("Unaudited") GAP HEADER("berth", "fee")
                ROW(T("North"), N("3")) ROW(T("South"), N("4"))
                    GAP LINE("Source: ledger") GAP LINE("Printed in May")};
    struct fixture *f = *state;

    assert_int_equal(run_sheets(f, sheets, 1), OK);
    check_map_has(
        f,
        "\"texts\":["
        "{\"what\":\"title\",\"text\":\"Unaudited\",\"range\":\"A4:A4\"},"
        "{\"what\":\"note\",\"text\":\"Harbour of Westport\\nin thousands of "
        "EUR\",\"range\":\"A1:A2\"},"
        "{\"what\":\"note\",\"text\":\"Source: ledger\",\"range\":\"A10:A10\"},"
        "{\"what\":\"note\",\"text\":\"Printed in "
        "May\",\"range\":\"A12:A12\"}]");
    check_map_has(f, "\"unit_stated\":\"in thousands of EUR\"");
}

/* What one table is counted in says nothing of its neighbour. */
static void a_unit_is_that_of_the_table_that_it_stands_at(void **state)
{
    static const char *const sheets[] = {
        HEADER("berth", "ships") ROW(T("North"), N("3")) ROW(T("South"), N("4"))
            ROW(T("Mole"), N("9")) GAP GAP LINE("in thousands of EUR")
                GAP LINE("Fees") GAP HEADER("berth", "fee")
                    ROW(T("North"), N("5")) ROW(T("South"), N("6"))};
    struct fixture *f = *state;
    const char *unit;

    assert_int_equal(run_sheets(f, sheets, 1), OK);
    check_map_has(f, "\"range\":\"S1!A11:B13\",\"title\":\"Fees\"");
    unit = strstr(f->map.p, "unit_stated");
    assert_non_null(unit);
    assert_true(unit > strstr(f->map.p, "S1!A11:B13"));
    assert_null(strstr(unit + 1, "unit_stated"));
}

/* The one above all tables is of all that say no other. */
static void a_unit_above_all_tables_is_of_each(void **state)
{
    static const char *const sheets[] = {
        LINE("All amounts in millions of USD") GAP LINE("Income")
            GAP HEADER("berth", "fee") ROW(T("North"), N("5"))
                ROW(T("South"), N("6")) GAP LINE("Costs")
                    GAP HEADER("kind", "sum") ROW(T("Coal"), N("7"))
                        ROW(T("Pay"), N("8"))};
    struct fixture *f = *state;
    const char *unit;

    assert_int_equal(run_sheets(f, sheets, 1), OK);
    unit = strstr(f->map.p, "\"unit_stated\":\"in millions of USD\"");
    assert_non_null(unit);
    assert_non_null(strstr(unit + 1, "\"unit_stated\":\"in millions of USD\""));
}

static void labels_with_their_values_are_read_as_one_line(void **state)
{
    static const char *const sheets[] = {
        ROW(T("Company:"), T("Westport")) ROW(T("Currency:"), T("EUR"))
            GAP HEADER("berth", "fee") ROW(T("North"), N("5"))
                ROW(T("South"), N("6")) ROW(T("Mole"), N("9"))};
    struct fixture *f = *state;

    assert_int_equal(run_sheets(f, sheets, 1), OK);
    check_map_has(f, "\"text\":\"Company: Westport\\nCurrency: EUR\"");
    check_map_has(f, "\"unit_stated\":\"EUR\"");
}

static void a_workbook_without_cells_is_refused(void **state)
{
    static const char *const sheets[] = {""};
    struct fixture *f = *state;

    assert_int_equal(run_sheets(f, sheets, 1), ERR_FILE_READ_FAILED);
}

static void many_rows_come_in_batches(void **state)
{
    struct fixture *f = *state;
    struct buf rows;
    const char *sheets[1];

    buf_init(&rows, MAX_ZIP);
    buf_puts(&rows, HEADER("i", "s"));
    for (int i = 1; i <= 5000; i++)
        buf_printf(&rows, "<row>" N("%d") T("s%d") "</row>", i, i);
    sheets[0] = rows.p;
    assert_int_equal(run_sheets(f, sheets, 1), OK);
    check_query(f,
                "SELECT count(*), sum(i), max(rowid) + 1, min(s) FROM "
                "made.main.S1 WHERE s = 's' || i AND rowid + 1 = i",
                "[5000,12502500,5000,\"s1\"]");
    buf_release(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(types_follow_the_kinds_of_cells,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            a_column_of_several_kinds_is_text_and_says_why, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            a_text_for_no_value_leaves_a_column_its_kind, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            a_date_that_was_typed_as_text_is_reported, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            errors_and_formulas_without_value_are_null_and_reported,
            open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            each_sheet_is_a_table_and_an_empty_one_is_none, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            all_lines_above_and_below_a_table_are_kept_with_their_unit,
            open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            a_unit_is_that_of_the_table_that_it_stands_at, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(a_unit_above_all_tables_is_of_each,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            labels_with_their_values_are_read_as_one_line, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(a_workbook_without_cells_is_refused,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(many_rows_come_in_batches, open_fixture,
                                        close_fixture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
