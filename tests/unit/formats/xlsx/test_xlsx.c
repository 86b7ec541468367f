#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fault.h"
#include "formats/package/book.h"
#include "show.h"

/* What a sheet of these rows shows; lives until the next call. */
static const char *rows(const char *xml)
{
    static struct buf out;

    buf_release(&out);
    buf_init(&out, MAX_ZIP);
    return show(book_of("", xml, ""), NULL, &out);
}

static struct xlsx *open_sheet(int fd, const struct xlsx_options *o)
{
    struct xlsx *x = NULL;
    struct error e;

    assert_int_equal(xlsx_open(fd, o, &x, &e), OK);
    if (xlsx_sheet_open(x, 0, &e) != OK)
        fail_msg("%s", e.msg);
    return x;
}

static void every_kind_of_cell_has_its_text(void **state)
{
    (void)state;
    assert_string_equal(
        rows("<row><c t='s'><v>0</v></c><c t='s'><v>1</v></c><c><v>1.50</v></c>"
             "<c s='1'><v>0.25</v></c><c s='2'><v>9</v></c>"
             "<c s='3'><v>45000</v></c><c s='4'><v>45000.25</v></c>"
             "<c s='5'><v>0.5</v></c><c s='6'><v>1.5</v></c>"
             "<c t='b'><v>1</v></c><c t='e'><v>#N/A</v></c>"
             "<c t='str'><f>A1</f><v>x</v></c>"
             "<c t='inlineStr'><is><t>in</t></is></c>"
             "<c t='d' s='3'><v>2024-01-02T00:00:00</v></c></row>"),
        "tzero|tone|n1.5|n0.25%|n9$|D2023-03-15|M2023-03-15 06:00:00|T12:00:00|"
        "U36:00:00|btrue|E#N/A|tx|tin|D2024-01-02\n");
    (void)rows("");
}

static void dates_of_1904_count_from_there(void **state)
{
    struct buf out;

    (void)state;
    buf_init(&out, MAX_ZIP);
    assert_string_equal(show(book_of("<workbookPr date1904='1'/>",
                                     "<row><c s='3'><v>0</v></c></row>", ""),
                             NULL, &out),
                        "D1904-01-01\n");
    buf_release(&out);
}

static void days_beside_times_are_given_with_midnight(void **state)
{
    (void)state;
    assert_string_equal(rows("<row><c s='3'><v>45000</v></c></row>"
                             "<row><c s='3'><v>45000.5</v></c></row>"),
                        "M2023-03-15 00:00:00\nM2023-03-15 12:00:00\n");
}

static void a_second_pass_gives_the_same_rows(void **state)
{
    int fd =
        book_of("", "<row><c><v>1</v></c></row><row><c><v>2</v></c></row>", "");
    struct xlsx *x = open_sheet(fd, NULL);
    struct buf first, second;

    (void)state;
    buf_init(&first, MAX_ZIP);
    buf_init(&second, MAX_ZIP);
    show_rows(x, &first);
    xlsx_rows_rewind(x);
    show_rows(x, &second);
    assert_string_equal(first.p, "n1\nn2\n");
    assert_string_equal(second.p, first.p);
    buf_release(&first);
    buf_release(&second);
    xlsx_close(x);
    (void)close(fd);
}

static void what_was_found_is_reported_by_its_place(void **state)
{
    int fd = book_of(
        "",
        "<row r='2' hidden='1'><c r='B2' t='e'><v>#REF!</v></c>"
        "<c r='C2'><f>SUM(A1)</f></c><c r='D2' t='str'><f>A1</f><v></v></c>"
        "</row><row r='3'><c r='B3' s='3'><v>0</v></c><c r='C3' s='3'>"
        "<v>60</v></c><c r='D3' s='3'><v>-1</v></c></row>",
        "<mergeCells><mergeCell ref='B2:B3'/></mergeCells>");
    struct xlsx *x = open_sheet(fd, NULL);
    const struct xlsx_report *r = xlsx_report(x);
    static const struct ref places[SHEET_NOTES] = {{2, 2}, {2, 3}, {3, 2},
                                                   {3, 3}, {3, 4}, {2, 4}};

    (void)state;
    for (size_t i = 0; i < SHEET_NOTES; i++) {
        assert_int_equal(r->notes[i].total, 1);
        assert_memory_equal(r->notes[i].list, &places[i], sizeof(places[i]));
    }
    assert_int_equal(r->formulas, 2);
    assert_int_equal(r->merges_total, 1);
    assert_int_equal(r->hidden_rows_total, 1);
    assert_int_equal(r->hidden_rows[0].first.row, 2);
    assert_int_equal(r->column[1].uncached, 1);
    assert_int_equal(r->column[0].kinds[XLSX_ERROR], 1);
    assert_int_equal(r->column[0].first_row[XLSX_DATE], 3);
    xlsx_close(x);
    (void)close(fd);
}

/* Euros, per cent and dollars; a cell without a format is as the others. */
static void numbers_in_another_unit_are_counted(void **state)
{
    int fd = book_of("",
                     "<row r='1'><c r='A1' t='str'><v>k</v></c>"
                     "<c r='B1' t='str'><v>n</v></c></row>"
                     "<row r='2'><c r='A2' t='str'><v>a</v></c>"
                     "<c r='B2' s='2'><v>1</v></c></row>"
                     "<row r='3'><c r='B3' s='7'><v>2</v></c></row>"
                     "<row r='4'><c r='B4' s='1'><v>3</v></c></row>"
                     "<row r='5'><c r='A5' t='str'><v>b</v></c>"
                     "<c r='B5'><v>4</v></c></row>",
                     "<mergeCells><mergeCell ref='A2:A4'/></mergeCells>");
    struct xlsx *x = open_sheet(fd, NULL);
    const struct xlsx_report *r = xlsx_report(x);

    (void)state;
    assert_int_equal(r->rows, 4);
    assert_int_equal(r->column[1].other_unit, 2);
    assert_int_equal(r->column[0].merged, 2);
    assert_int_equal(r->column[1].merged, 0);
    xlsx_close(x);
    (void)close(fd);
}

/* A number without a currency, then dollars, then euros: they are two. */
static void a_unit_is_compared_with_those_before_it(void **state)
{
    int fd = book_of("",
                     "<row r='1'><c r='A1' t='str'><v>k</v></c>"
                     "<c r='B1' t='str'><v>n</v></c></row>"
                     "<row r='2'><c r='A2' t='str'><v>a</v></c>"
                     "<c r='B2' s='8'><v>1</v></c></row>"
                     "<row r='3'><c r='A3' t='str'><v>b</v></c>"
                     "<c r='B3' s='7'><v>2</v></c></row>"
                     "<row r='4'><c r='A4' t='str'><v>c</v></c>"
                     "<c r='B4' s='2'><v>3</v></c></row>"
                     "<row r='5'><c r='A5' t='str'><v>d</v></c>"
                     "<c r='B5' s='2'><v>4</v></c></row>",
                     "");
    struct xlsx *x = open_sheet(fd, NULL);

    (void)state;
    assert_int_equal(xlsx_report(x)->column[1].other_unit, 2);
    xlsx_close(x);
    (void)close(fd);
}

/* One goes on below the table and beside it, one is in another, one begins above. */
static void merged_ranges_count_as_far_as_they_are_in_the_table(void **state)
{
    int fd = book_of("",
                     "<row r='1'><c r='A1' t='str'><v>k</v></c>"
                     "<c r='B1' t='str'><v>n</v></c></row>"
                     "<row r='2'><c r='A2' t='str'><v>a</v></c>"
                     "<c r='B2'><v>1</v></c></row>"
                     "<row r='3'><c r='B3'><v>2</v></c></row>"
                     "<row r='4'><c r='B4'><v>3</v></c></row>"
                     "<row r='5'><c r='A5' t='str'><v>b</v></c>"
                     "<c r='B5'><v>4</v></c></row>"
                     "<row r='6'><c r='B6'><v>5</v></c></row>",
                     "<mergeCells><mergeCell ref='A2:A4'/>"
                     "<mergeCell ref='A3:A4'/>"
                     "<mergeCell ref='A5:A1048576'/>"
                     "<mergeCell ref='C2:XFD1048576'/>"
                     "<mergeCell ref='B1:B3'/></mergeCells>");
    struct xlsx *x = open_sheet(fd, NULL);
    const struct xlsx_report *r = xlsx_report(x);

    (void)state;
    assert_int_equal(r->rows, 5);
    assert_int_equal(r->columns, 2);
    assert_int_equal(r->column[0].merged, 3);
    assert_int_equal(r->column[1].merged, 0);
    xlsx_close(x);
    (void)close(fd);
}

static void cells_over_the_memory_go_to_the_file(void **state)
{
    struct xlsx_options o = {.cell_bytes = TAPE_BLOCK_BYTES,
                             .spill_fd = memfd_create("spill", 0),
                             .spill_max = (uint64_t)1 << 30};
    struct buf xml, out;
    uint64_t seen = 0;
    struct xlsx *x;
    int fd;

    (void)state;
    buf_init(&xml, MAX_ZIP);
    for (int i = 0; i < 60000; i++)
        buf_printf(&xml, "<row><c><v>%d</v></c><c t='str'><v>t%d</v></c></row>",
                   i, i);
    fd = book_of("", xml.p, "");
    x = open_sheet(fd, &o);
    assert_int_equal(xlsx_report(x)->rows, 60000);
    buf_init(&out, MAX_ZIP);
    show_rows(x, &out);
    for (size_t i = 0; i < out.n; i++)
        seen += out.p[i] == '\n';
    assert_int_equal(seen, 60000);
    assert_true(str_ends(buf_str(&out), STR("n59999|tt59999\n")));
    assert_true(lseek(o.spill_fd, 0, SEEK_END) > 0);
    xlsx_close(x);
    (void)close(o.spill_fd);
    o.spill_fd = -1;
    assert_true(str_starts(str_from(show(fd, &o, &out)),
                           STR("LIMIT: sheet 'S1': the cells of the sheet need "
                               "more than 1 MiB; save the sheet as CSV")));
    buf_release(&xml);
    buf_release(&out);
}

static void texts_over_their_memory_are_a_limit_with_advice(void **state)
{
    struct xlsx_options o = {.text_bytes = 1 << 20, .spill_fd = -1};
    struct book b;
    struct buf xml, out;

    (void)state;
    buf_init(&xml, MAX_ZIP);
    buf_init(&out, MAX_ZIP);
    book_init(&b);
    buf_puts(&xml, "<sst>");
    for (int i = 0; i < 200000; i++)
        buf_printf(&xml, "<si><t>%d</t></si>", i);
    buf_puts(&xml, "</sst>");
    book_frame(&b, 1, "", xml.p);
    book_add(&b, "xl/worksheets/sheet1.xml", "<worksheet/>");
    assert_string_equal(show(book_close(&b), &o, &out),
                        "LIMIT: sheet 'S1': the texts of the workbook need "
                        "more than 1 MiB of memory; save the sheet as CSV, "
                        "which has no such limit");
    buf_release(&xml);
    buf_release(&out);
}

static enum err refuse_tick(void *ctx, uint64_t done, uint64_t total,
                            struct error *e)
{
    (void)ctx, (void)done, (void)total;
    return error_set(e, ERR_TIMEOUT, "stopped");
}

static void the_caller_can_stop_it(void **state)
{
    struct xlsx_options o = {.spill_fd = -1, .tick = {.call = refuse_tick}};
    struct buf out;

    (void)state;
    buf_init(&out, MAX_ZIP);
    assert_string_equal(show(book_of("", "", ""), &o, &out),
                        "TIMEOUT: sheet 'S1': stopped");
    buf_release(&out);
}

static void the_last_cell_of_a_sheet_is_read(void **state)
{
    int fd = book_of(
        "", "<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>", "");
    struct xlsx *x = open_sheet(fd, NULL);

    (void)state;
    assert_int_equal(xlsx_report(x)->rows, 1);
    assert_int_equal(xlsx_report(x)->table.first.column, REF_MAX_COLUMNS);
    assert_int_equal(xlsx_report(x)->first_data_row, REF_MAX_ROWS);
    xlsx_close(x);
    (void)close(fd);
}

#ifdef QUARRY_TORTURE
static void memory_may_end_anywhere(void **state)
{
    const char *xml = "<row><c t='s'><v>0</v></c><c t='str'><v>b</v></c></row>"
                      "<row><c s='3'><v>7</v></c><c><v>2</v></c></row>";
    enum err rc = ERR_LIMIT;
    unsigned n = 0;

    (void)state;
    while (rc) {
        int fd = book_of("", xml, "<autoFilter ref='A1:B2'/>");
        struct xlsx_cell cells[8];
        struct xlsx *x = NULL;
        struct error e;
        size_t rows;

        (void)fault_at(FAULT_MEMORY, ++n);
        rc = xlsx_open(fd, NULL, &x, &e);
        if (!rc)
            rc = xlsx_sheet_open(x, 0, &e);
        if (!rc)
            rc = xlsx_rows_next(x, cells, 4, &rows, &e);
        (void)fault_at(FAULT_MEMORY, 0);
        if (rc)
            assert_int_equal(rc, ERR_LIMIT);
        xlsx_close(x);
        (void)close(fd);
    }
    assert_true(n > 10);
}
#endif

static void a_row_may_fill_every_column(void **state)
{
    struct xlsx_cell *cells = calloc(REF_MAX_COLUMNS, sizeof(*cells));
    struct xlsx *x;
    struct error e;
    struct buf xml;
    size_t n = 0;
    int fd;

    (void)state;
    buf_init(&xml, MAX_ZIP);
    buf_puts(&xml, "<row>");
    for (unsigned i = 0; i < REF_MAX_COLUMNS; i++)
        buf_printf(&xml, "<c><v>%u</v></c>", i);
    buf_puts(&xml, "</row>");
    fd = book_of("", xml.p, "");
    x = open_sheet(fd, NULL);
    assert_int_equal(xlsx_report(x)->columns, REF_MAX_COLUMNS);
    assert_int_equal(xlsx_rows_next(x, cells, 1, &n, &e), OK);
    assert_int_equal(n, 1);
    assert_memory_equal(cells[REF_MAX_COLUMNS - 1].p, "16383", 5);
    xlsx_close(x);
    (void)close(fd);
    buf_release(&xml);
    free(cells);
}

static void an_empty_sheet_has_no_columns(void **state)
{
    int fd = book_of("", "<row r='1'/><row r='2'><c r='A2' s='3'/></row>", "");
    struct xlsx *x = open_sheet(fd, NULL);
    struct xlsx_cell cells[1];
    struct error e;
    size_t n = 9;

    (void)state;
    assert_int_equal(xlsx_report(x)->columns, 0);
    assert_int_equal(xlsx_rows_next(x, cells, 1, &n, &e), OK);
    assert_int_equal(n, 0);
    xlsx_close(x);
    (void)close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_cell_has_its_text),
        cmocka_unit_test(dates_of_1904_count_from_there),
        cmocka_unit_test(days_beside_times_are_given_with_midnight),
        cmocka_unit_test(a_second_pass_gives_the_same_rows),
        cmocka_unit_test(what_was_found_is_reported_by_its_place),
        cmocka_unit_test(numbers_in_another_unit_are_counted),
        cmocka_unit_test(a_unit_is_compared_with_those_before_it),
        cmocka_unit_test(merged_ranges_count_as_far_as_they_are_in_the_table),
        cmocka_unit_test(cells_over_the_memory_go_to_the_file),
        cmocka_unit_test(texts_over_their_memory_are_a_limit_with_advice),
        cmocka_unit_test(the_caller_can_stop_it),
        cmocka_unit_test(the_last_cell_of_a_sheet_is_read),
        cmocka_unit_test(a_row_may_fill_every_column),
        cmocka_unit_test(an_empty_sheet_has_no_columns),
#ifdef QUARRY_TORTURE
        cmocka_unit_test(memory_may_end_anywhere),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
