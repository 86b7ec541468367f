#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fault.h"
#include "sheets.h"

#include "formats/xlsx/show.h"

#define SHEET(rows) "<table:table table:name='S'>" rows "</table:table>"
#define ROW(cells)  "<table:table-row>" cells "</table:table-row>"
#define NUMBER(v)                                                  \
    "<table:table-cell office:value-type='float' office:value='" v \
    "'><text:p>shown</text:p></table:table-cell>"
#define TEXT(v)                                                           \
    "<table:table-cell office:value-type='string'><text:p>" v "</text:p>" \
    "</table:table-cell>"

static const char date_styles[] =
    "<number:date-style style:name='N1'><number:day/><number:text>.</number:text>"
    "<number:month/><number:text> in </number:text><number:year/>"
    "</number:date-style>"
    "<number:date-style style:name='N2'><number:year number:style='long'/>"
    "<number:text> </number:text><number:hours/></number:date-style>"
    "<number:time-style style:name='N3' number:truncate-on-overflow='false'>"
    "<number:hours/><number:text>:</number:text>"
    "<number:minutes number:style='long'/></number:time-style>"
    "<number:currency-style style:name='N4P0'>"
    "<number:currency-symbol>€</number:currency-symbol>"
    "<number:number number:decimal-places='2' number:min-integer-digits='1' "
    "number:grouping='true'/></number:currency-style>"
    "<number:currency-style style:name='N4'><number:text>-</number:text>"
    "<number:number/><style:map style:condition='value()&gt;=0' "
    "style:apply-style-name='N4P0'/></number:currency-style>"
    "<style:style style:name='day' style:family='table-cell' "
    "style:data-style-name='N1'/>"
    "<style:style style:name='bold' style:family='table-cell' "
    "style:parent-style-name='day'/>"
    "<style:style style:name='stamp' style:family='table-cell' "
    "style:data-style-name='N2'/>"
    "<style:style style:name='hours' style:family='table-cell' "
    "style:data-style-name='N3'/>"
    "<style:style style:name='money' style:family='table-cell' "
    "style:data-style-name='N4'/>"
    "<style:style style:name='unseen' style:family='table'>"
    "<style:table-properties table:display='false'/></style:style>";

/* What the first sheet shows; lives until the next call. */
static const char *shown(int fd)
{
    static struct buf out;
    const struct xlsx_options o = {
        .spill_fd = -1, .header = HEAD_NO, .others = with_ods};

    buf_release(&out);
    buf_init(&out, MAX_ZIP);
    return show(fd, &o, &out);
}

static const char *rows(const char *spreadsheet)
{
    return shown(ods_of(date_styles, spreadsheet));
}

static struct xlsx *open_book(int fd)
{
    const struct xlsx_options o = {.spill_fd = -1, .others = with_ods};
    struct xlsx *x = NULL;
    struct error e;

    if (xlsx_open(fd, &o, &x, &e) != OK)
        fail_msg("%s", e.msg);
    return x;
}

static struct xlsx *open_sheet(int fd, size_t i)
{
    struct xlsx *x = open_book(fd);
    struct error e;

    if (xlsx_sheet_open(x, i, &e) != OK)
        fail_msg("%s", e.msg);
    return x;
}

static void close_book(struct xlsx *x, int fd)
{
    xlsx_close(x);
    (void)close(fd);
}

static void refused(int fd, const char *why)
{
    const char *got = shown(fd);

    if (!strstr(got, why))
        fail_msg("'%s' is not in '%s'", why, got);
}

static void every_kind_of_cell_has_its_value(void **state)
{
    (void)state;
    assert_string_equal(
        rows(SHEET(ROW(NUMBER(
            "1.50") "<table:table-cell office:value-type='percentage' "
                    "office:value='0.25'/><table:table-cell "
                    "office:value-type='currency' office:currency='EUR' "
                    "office:value='9'/><table:table-cell office:value-type='date' "
                    "office:date-value='2023-03-15'/><table:table-cell "
                    "office:value-type='date' "
                    "office:date-value='2023-03-15T06:00:00.499999999'/>"
                    "<table:table-cell office:value-type='time' "
                    "office:time-value='PT12H00M00S'/><table:table-cell "
                    "office:value-type='boolean' office:boolean-value='true'/>" TEXT(
                        "a &amp; b") "<table:table-cell office:value-type='string' "
                                     "office:string-value='given'><text:p>seen</text:p>"
                                     "</table:table-cell><table:table-cell><text:p>bare</text:p>"
                                     "</table:table-cell>"))),
        "n1.5|n0.25%|n9$|D2023-03-15|M2023-03-15 06:00:00.500|T12:00:00|btrue|"
        "ta & b|tgiven|tbare\n");
}

static void formats_tell_dates_from_times(void **state)
{
    (void)state;
    assert_string_equal(
        rows(SHEET(
            "<table:table-column table:default-cell-style-name='stamp'/>" ROW(
                "<table:table-cell office:value-type='date' "
                "office:date-value='2023-03-15'/>"
                "<table:table-cell table:style-name='bold' "
                "office:value-type='date' office:date-value='2023-03-15'/>"
                "<table:table-cell table:style-name='hours' "
                "office:value-type='time' office:time-value='PT06H30M00S'/>"
                "<table:table-cell office:value-type='time' "
                "office:time-value='-P1DT6H'/>"))),
        "M2023-03-15 00:00:00|D2023-03-15|U06:30:00|U-30:00:00\n");
}

static void dates_before_excel_counts_stay(void **state)
{
    (void)state;
    assert_string_equal(
        rows(SHEET(ROW("<table:table-cell office:value-type='date' "
                       "office:date-value='1899-12-31'/>"
                       "<table:table-cell office:value-type='date' "
                       "office:date-value='1700-02-03T04:05:06'/>"
                       "<table:table-cell office:value-type='date' "
                       "office:date-value='sometime'/>"))),
        "D1899-12-31|M1700-02-03 04:05:06|tsometime\n");
}

static void text_is_that_of_paragraphs_alone(void **state)
{
    (void)state;
    assert_string_equal(
        rows(SHEET(ROW(
            "<table:table-cell office:value-type='string'>"
            "<office:annotation><text:p>a comment</text:p></office:annotation>"
            "<text:p>\n  one <text:span>  two</text:span><text:s text:c='3'/>"
            "<text:a>three</text:a><text:tab/><text:line-break/>"
            "<draw:frame><draw:text-box><text:p>no</text:p></draw:text-box>"
            "</draw:frame> </text:p><text:p>four</text:p>"
            "<draw:frame><text:p>no</text:p></draw:frame>"
            "<table:table table:name='inner'>" ROW(
                TEXT("no")) "</table:table></table:table-cell>"))),
        "tone two   three\t\n\nfour\n");
}

static void what_repeats_is_there_as_often(void **state)
{
    (void)state;
    assert_string_equal(
        rows(SHEET("<table:table-header-rows>" ROW(
            "<table:table-cell table:number-columns-repeated='2' "
            "office:value-type='string'><text:p>x</text:p>"
            "</table:table-cell>") "</table:table-header-rows>"
                                   "<table:table-row-group><table:table-row "
                                   "table:number-rows-repeated='2'>"
                                   "<table:covered-table-cell/>" NUMBER(
                                       "7") "<table:table-cell table:number-columns-repeated='16382'/>"
                                            "</table:table-row></table:table-row-group>"
                                            "<table:table-row table:number-rows-repeated='1048573'>"
                                            "<table:table-cell table:number-columns-repeated='16384'/>"
                                            "</table:table-row>")),
        "tx|tx\n-|n7\n-|n7\n");
}

static void what_was_found_is_reported_by_its_place(void **state)
{
    int fd = ods_of(
        date_styles,
        "<table:table table:name='S' table:style-name='unseen'>"
        "<table:table-column/><table:table-column "
        "table:visibility='collapse' table:number-columns-repeated='2'/>"
        "<table:table-row table:visibility='filter' "
        "table:number-rows-repeated='2'><table:table-cell "
        "table:formula='of:=1/0' office:value-type='string' "
        "office:string-value='' calcext:value-type='error'>"
        "<text:p>#DIV/0!</text:p></table:table-cell>"
        "<table:table-cell table:formula='of:=[.A1]'/>"
        "<table:table-cell table:formula='of:=&quot;&quot;' "
        "office:value-type='string' office:string-value=''/>"
        "<table:table-cell table:style-name='money' "
        "table:number-columns-spanned='2' table:number-rows-spanned='2' "
        "office:value-type='currency' office:value='2'/></table:table-row>" ROW(
            NUMBER("1") NUMBER("2") NUMBER("3") NUMBER("4")) "</table:table>");
    struct xlsx *x = open_sheet(fd, 0);
    const struct xlsx_report *r = xlsx_report(x);

    (void)state;
    assert_string_equal(xlsx_format_name(x), "ods");
    assert_int_equal(xlsx_workbook(x)->sheets[0].state, WORKBOOK_HIDDEN);
    assert_int_equal(r->notes[SHEET_NOTE_ERROR].total, 2);
    assert_int_equal(r->notes[SHEET_NOTE_ERROR].list[1].row, 2);
    assert_int_equal(r->notes[SHEET_NOTE_UNCACHED].list[0].column, 2);
    assert_int_equal(r->notes[SHEET_NOTE_EMPTY_TEXT].total, 2);
    assert_int_equal(r->formulas, 6);
    assert_int_equal(r->hidden_rows_total, 2);
    assert_int_equal(r->hidden_columns[0].first.column, 2);
    assert_int_equal(r->hidden_columns[0].last.column, 3);
    assert_int_equal(r->merges_total, 1);
    assert_int_equal(r->merges[0].last.row, 2);
    assert_int_equal(r->merges[0].last.column, 5);
    assert_true(str_is(r->column[3].format, "[$€]#,##0.00"));
    close_book(x, fd);
}

static void ranges_with_names_are_tables(void **state)
{
    int fd = ods_of(
        "",
        "<table:table table:name=\"it's\">" ROW(TEXT("a") TEXT("b"))
            ROW(TEXT("c") TEXT("d")) ROW(TEXT("e") TEXT(
                "f")) "</table:table>"
                      "<table:named-expressions><table:named-range table:name='N' "
                      "table:cell-range-address=\"$'it''s'.$A$1:.$B$3\"/>"
                      "</table:named-expressions><table:database-ranges>"
                      "<table:database-range table:name='Stock' "
                      "table:target-range-address=\"'it''s'.A1:'it''s'.B2\"/>"
                      "<table:database-range table:name='__Anonymous_Sheet_DB__0' "
                      "table:display-filter-buttons='true' "
                      "table:target-range-address=\"'it''s'.A1:'it''s'.B2\"/>"
                      "</table:database-ranges>");
    struct xlsx *x = open_sheet(fd, 0);
    const struct xlsx_report *r = xlsx_report(x);

    (void)state;
    assert_int_equal(xlsx_workbook(x)->names_n, 1);
    assert_true(str_is(xlsx_workbook(x)->names[0].sheet, "it's"));
    assert_true(str_is(r->name, "Stock"));
    assert_int_equal(r->table.last.row, 2);
    assert_int_equal(r->header_rows, 1);
    close_book(x, fd);
}

static void sheets_are_read_in_any_order(void **state)
{
    int fd = ods_of("", "<table:table table:name='A'>" ROW(NUMBER(
                            "1")) "</table:table><table:table table:name='B'/>"
                                  "<table:table table:name='C'>" ROW(
                                      NUMBER("3")) "</table:table>");
    static const size_t order[] = {2, 0, 1, 2, 0};
    struct xlsx *x = open_book(fd);
    struct error e;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(order); i++) {
        struct xlsx_cell cell;
        size_t n = 0;

        assert_int_equal(xlsx_sheet_open(x, order[i], &e), OK);
        assert_int_equal(xlsx_tables(x), order[i] != 1);
        if (order[i] == 1)
            continue;
        assert_int_equal(xlsx_rows_next(x, &cell, 1, &n, &e), OK);
        assert_int_equal(cell.p[0], order[i] ? '3' : '1');
    }
    close_book(x, fd);
}

static void what_repeats_without_end_is_refused(void **state)
{
    (void)state;
    refused(ods_of("", SHEET("<table:table-row "
                             "table:number-rows-repeated='1048576'>"
                             "<table:table-cell office:value-type='float' "
                             "office:value='1' "
                             "table:number-columns-repeated='16384'/>"
                             "</table:table-row>")),
            "LIMIT: sheet 'S': row 1: the rows and cells that repeat");
    refused(ods_of("", SHEET("<table:table-row "
                             "table:number-rows-repeated='99999999999'>"
                             "<table:table-cell/></table:table-row>" ROW(
                                 NUMBER("1")))),
            "more than 1048576 rows");
    refused(
        ods_of("", SHEET(ROW(
                       "<table:table-cell "
                       "table:number-columns-repeated='16384'/>" NUMBER("1")))),
        "row 1 has more than 16384 columns");
}

static void what_is_damaged_is_refused(void **state)
{
    (void)state;
    refused(ods_of("", SHEET(ROW(NUMBER("x")))), "cell A1 has the type of a");
    refused(ods_of("", SHEET(ROW("<table:table-cell "
                                 "office:value-type='boolean' "
                                 "office:boolean-value='maybe'/>"))),
            "cell A1 is said to be true or false");
    refused(ods_of("", ""), "lists no sheets");
    refused(ods_of("", "<table:table/>"), "has no name");
    refused(ods_of_parts(NULL, NULL, NULL), "contains no workbook");
    refused(ods_of_parts("<a>", NULL, NULL),
            "'content.xml' is not well-formed");
    refused(ods_of_parts("<a/>", "<!DOCTYPE a [<!ENTITY x ''>]><a/>", NULL),
            "document type");
    refused(ods_of_parts("<a/>", NULL,
                         "<m:manifest xmlns:m='" ODF "manifest:1.0'>"
                         "<m:encryption-data/></m:manifest>"),
            "encrypted with a password");
}

#ifdef QUARRY_TORTURE
static void memory_may_end_anywhere(void **state)
{
    const struct xlsx_options o = {.spill_fd = -1, .others = with_ods};
    enum err rc = ERR_LIMIT;
    unsigned n = 0;

    (void)state;
    while (rc) {
        int fd = ods_of(date_styles, SHEET(ROW(NUMBER("1") TEXT("a"))));
        struct xlsx *x = NULL;
        struct error e;

        (void)fault_at(FAULT_MEMORY, ++n);
        rc = xlsx_open(fd, &o, &x, &e);
        if (!rc)
            rc = xlsx_sheet_open(x, 0, &e);
        (void)fault_at(FAULT_MEMORY, 0);
        if (rc)
            assert_int_equal(rc, ERR_LIMIT);
        close_book(x, fd);
    }
    assert_true(n > 5);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_cell_has_its_value),
        cmocka_unit_test(formats_tell_dates_from_times),
        cmocka_unit_test(dates_before_excel_counts_stay),
        cmocka_unit_test(text_is_that_of_paragraphs_alone),
        cmocka_unit_test(what_repeats_is_there_as_often),
        cmocka_unit_test(what_was_found_is_reported_by_its_place),
        cmocka_unit_test(ranges_with_names_are_tables),
        cmocka_unit_test(sheets_are_read_in_any_order),
        cmocka_unit_test(what_repeats_without_end_is_refused),
        cmocka_unit_test(what_is_damaged_is_refused),
#ifdef QUARRY_TORTURE
        cmocka_unit_test(memory_may_end_anywhere),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
