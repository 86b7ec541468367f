#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "parts.h"

#include "formats/xlsx/show.h"

enum { PLAIN, PERCENT, DAY };

static void put_row(struct buf *b, uint32_t row, bool is_hidden)
{
    const unsigned char bytes[17] = {
        (unsigned char)row, (unsigned char)(row >> 8),
        (unsigned char)(row >> 16), [11] = is_hidden ? 0x10 : 0};

    put_record(b, 0, (struct str){(const char *)bytes, sizeof(bytes)});
}

/* A cell of a type: its column and style, and what it has. */
static void put_cell(struct buf *b, unsigned type, uint32_t column,
                     uint32_t style, struct str value)
{
    struct buf t;

    buf_init(&t, MAX_ZIP);
    put_le(&t, column, 4);
    put_le(&t, style, 4);
    buf_put_str(&t, value);
    put_record(b, type, buf_str(&t));
    buf_release(&t);
}

static void put_real(struct buf *b, uint32_t column, uint32_t style,
                     double value)
{
    put_cell(b, 5, column, style,
             (struct str){(const char *)&value, sizeof(value)});
}

static const char *shown_with(uint32_t properties, struct buf *sheet)
{
    static struct buf out;
    const struct xlsx_options o = {
        .spill_fd = -1, .header = HEAD_NO, .others = with_xlsb};
    int fd = xlsb_with(properties, buf_str(sheet));

    buf_release(sheet);
    buf_release(&out);
    buf_init(&out, MAX_ZIP);
    return show(fd, &o, &out);
}

static const char *shown(struct buf *sheet)
{
    return shown_with(0, sheet);
}

static void refused(struct buf *sheet, const char *why)
{
    const char *got = shown(sheet);

    if (!strstr(got, why))
        fail_msg("'%s' is not in '%s'", why, got);
}

static struct buf new_sheet(void)
{
    struct buf b;

    buf_init(&b, MAX_ZIP);
    return b;
}

static void every_kind_of_cell_has_its_value(void **state)
{
    struct buf b = new_sheet();

    (void)state;
    put_row(&b, 0, false);
    put_cell(&b, 7, 0, PLAIN, STR("\1\0\0\0"));
    put_cell(&b, 6, 1, PLAIN, STR("\2\0\0\0i\0n\0"));
    put_cell(&b, 2, 2, PERCENT, STR("\0\0\xe0\x3f"));
    put_real(&b, 3, DAY, 45000);
    put_real(&b, 4, PLAIN, 1.25);
    put_cell(&b, 4, 5, PLAIN, STR("\1"));
    put_cell(&b, 3, 6, PLAIN, STR("\x2a"));
    put_cell(&b, 62, 7, PLAIN, STR("\0\1\0\0\0r\0"));
    put_cell(&b, 8, 8, PLAIN, STR("\1\0\0\0f\0"));
    put_cell(&b, 10, 9, PLAIN, STR("\0"));
    assert_string_equal(
        shown(&b), "tb|tin|n0.5%|D2023-03-15|n1.25|btrue|E#N/A|tr|tf|bfalse\n");
}

static void cells_without_a_column_follow_the_last(void **state)
{
    struct buf b = new_sheet();

    (void)state;
    put_row(&b, 0, false);
    put_cell(&b, 7, 2, PLAIN, STR("\0\0\0\0"));
    put_record(&b, 13, STR("\1\0\0\0\0\0\xe0\x3f"));
    put_record(&b, 12, STR("\0\0\0\0"));
    put_record(&b, 18, STR("\0\0\0\0\1\0\0\0"));
    put_row(&b, 1, false);
    put_cell(&b, 1, 3, PLAIN, STR(""));
    put_record(&b, 14, STR("\0\0\0\0\7"));
    assert_string_equal(shown(&b), "ta|n0.5%|-|tb\n-|-|E#DIV/0!|-\n");
}

static void dates_count_from_where_the_workbook_says(void **state)
{
    struct buf b = new_sheet();

    (void)state;
    put_row(&b, 0, false);
    put_real(&b, 0, DAY, 0);
    assert_string_equal(shown_with(1, &b), "D1904-01-01\n");
    b = new_sheet();
    put_row(&b, 0, false);
    put_real(&b, 0, DAY, 1);
    assert_string_equal(shown_with(0xfffffffe, &b), "D1900-01-01\n");
}

static void what_was_found_is_reported_by_its_place(void **state)
{
    static const char merge[] = "\0\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0";
    static const char columns[] = "\1\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\1\0";
    const struct xlsx_options o = {.spill_fd = -1, .others = with_xlsb};
    struct buf b = new_sheet();
    struct xlsx *x = NULL;
    const struct xlsx_report *r;
    struct error e;
    int fd;

    (void)state;
    put_record(&b, 60, (struct str){columns, 18});
    put_row(&b, 0, false);
    put_real(&b, 0, PLAIN, 1);
    put_real(&b, 1, PLAIN, 2);
    put_row(&b, 1, true);
    put_cell(&b, 11, 0, PLAIN, STR("\7"));
    put_real(&b, 1, PLAIN, 4);
    put_record(&b, 176, (struct str){merge, 16});
    fd = xlsb_of(buf_str(&b));
    assert_int_equal(xlsx_open(fd, &o, &x, &e), OK);
    assert_int_equal(xlsx_sheet_open(x, 0, &e), OK);
    r = xlsx_report(x);
    assert_string_equal(xlsx_format_name(x), "xlsb");
    assert_int_equal(xlsx_workbook(x)->sheets[0].state, WORKBOOK_HIDDEN);
    assert_int_equal(r->notes[SHEET_NOTE_ERROR].list[0].row, 2);
    assert_int_equal(r->formulas, 1);
    assert_int_equal(r->hidden_rows_total, 1);
    assert_int_equal(r->hidden_columns[0].first.column, 2);
    assert_int_equal(r->merges_total, 1);
    xlsx_close(x);
    (void)close(fd);
    buf_release(&b);
}

static void records_that_lie_are_refused(void **state)
{
    struct buf b = new_sheet();

    (void)state;
    put_row(&b, 0, false);
    put_cell(&b, 7, 0, PLAIN, STR("\2\0\0\0"));
    refused(&b, "cell A1 refers to a text that the workbook does not have");
    b = new_sheet();
    put_row(&b, 1048576, false);
    refused(&b, "is a row outside of any sheet");
    b = new_sheet();
    put_real(&b, 0, PLAIN, 1);
    refused(&b, "is a cell of no row");
    b = new_sheet();
    put_row(&b, 0, false);
    put_real(&b, 16384, PLAIN, 1);
    refused(&b, "right of any sheet");
    b = new_sheet();
    put_row(&b, 0, false);
    put_cell(&b, 6, 0, PLAIN, STR("\xff\xff\0\0a\0"));
    refused(&b, "is shorter than its kind is");
    b = new_sheet();
    buf_put_str(&b, STR("\0\x11\0\0"));
    refused(&b, "is cut off");
    b = new_sheet();
    buf_put_str(&b, STR("\0\xff\xff\xff\x7f"));
    refused(&b, "LIMIT");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_cell_has_its_value),
        cmocka_unit_test(cells_without_a_column_follow_the_last),
        cmocka_unit_test(dates_count_from_where_the_workbook_says),
        cmocka_unit_test(what_was_found_is_reported_by_its_place),
        cmocka_unit_test(records_that_lie_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
