#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fault.h"
#include "base/little_endian.h"
#include "records.h"

#include "formats/xlsx/show.h"

/* The styles of the workbook: General, 0%, a date, a format of its own. */
enum { PLAIN, PERCENT, DAY, OWN };

#define AT(row, column, style) ((struct record_at){row, column, style})

struct made {
    struct buf b;
    size_t place; /* where the sheet's is */
};

static void put_text(struct buf *b, unsigned size, const char *text)
{
    put_le(b, (uint32_t)strlen(text), size);
    put_le(b, 0, 1);
    buf_puts(b, text);
}

static void put_globals(struct made *m, bool is_1904)
{
    static const unsigned formats[] = {0, 9, 14, 164};
    const unsigned char mode[2] = {is_1904};
    struct buf t;

    buf_init(&m->b, MAX_ZIP);
    buf_init(&t, MAX_ZIP);
    record_begin(&m->b, 5);
    record(&m->b, 0x22, mode, sizeof(mode));
    put_le(&t, 164, 2);
    put_text(&t, 2, "[h]:mm");
    record(&m->b, 0x41e, t.p, t.n);
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        const unsigned char style[20] = {0, 0, (unsigned char)formats[i]};

        record(&m->b, 0xe0, style, sizeof(style));
    }
    m->place = record_sheet(&m->b, "S", 1);
    /* "alpha"; "beta", which goes on with wide characters in the next record;
       "c" in two fonts */
    buf_reset(&t);
    put_le(&t, 3, 4);
    put_le(&t, 3, 4);
    put_text(&t, 2, "alpha");
    put_le(&t, 4, 2);
    put_le(&t, 0, 1);
    buf_puts(&t, "be");
    record(&m->b, 0xfc, t.p, t.n);
    buf_reset(&t);
    put_le(&t, 1, 1);
    put_le(&t, 0x74, 2);
    put_le(&t, 0xe4, 2);
    put_le(&t, 1, 2);
    put_le(&t, 0x08, 1);
    put_le(&t, 1, 2);
    buf_puts(&t, "cfont");
    record(&m->b, 0x3c, t.p, t.n);
    buf_release(&t);
}

static struct made begin_book(bool is_1904)
{
    struct made m;

    put_globals(&m, is_1904);
    record(&m.b, 0x0a, NULL, 0);
    set_place(&m.b, m.place, m.b.n);
    record_begin(&m.b, 0x10);
    return m;
}

static int end_book(struct made *m)
{
    int fd;

    record(&m->b, 0x0a, NULL, 0);
    fd = compound_file("Workbook", buf_str(&m->b));
    buf_release(&m->b);
    return fd;
}

static const char *shown(int fd)
{
    static struct buf out;
    const struct xlsx_options o = {
        .spill_fd = -1, .header = HEAD_NO, .others = with_xls};

    buf_release(&out);
    buf_init(&out, MAX_ZIP);
    return show(fd, &o, &out);
}

static void refused(int fd, const char *why)
{
    const char *got = shown(fd);

    if (!strstr(got, why))
        fail_msg("'%s' is not in '%s'", why, got);
}

static void formula(struct made *m, unsigned row, unsigned column,
                    const void *result)
{
    unsigned char bytes[16] = {0};

    memcpy(bytes, result, 8);
    record_cell(&m->b, 0x06, AT(row, column, PLAIN), bytes, sizeof(bytes));
}

static void every_kind_of_cell_has_its_value(void **state)
{
    struct made m = begin_book(false);
    static const unsigned char yes[] = {1, 0};
    static const unsigned char missing[] = {0x2a, 1};
    static const unsigned char rk[] = {0x03, 0x09, 0, 0}; /* 576 / 100 */
    static const unsigned char rks[] = {
        0, 0, 9, 0, PERCENT, 0, 0, 0, 0xe0, 0x3f, 0, 0, 0x0a, 0, 0, 0, 10, 0};
    static const unsigned char text[] = {0, 0, 0, 0, 0, 0, 0xff, 0xff};
    static const unsigned char no[] = {1, 0, 0, 0, 0, 0, 0xff, 0xff};
    static const unsigned char label[] = {2, 0, 1, 0x2d, 0x4e, 0xac, 0x20};

    (void)state;
    record_shared(&m.b, 0, 0, 0);
    record_shared(&m.b, 0, 1, 1);
    record_shared(&m.b, 0, 2, 2);
    record_number(&m.b, AT(0, 3, DAY), 45000);
    record_number(&m.b, AT(0, 4, OWN), 1.5);
    record_cell(&m.b, 0x27e, AT(0, 5, PLAIN), rk, sizeof(rk));
    record_cell(&m.b, 0x205, AT(0, 6, PLAIN), yes, sizeof(yes));
    record_cell(&m.b, 0x205, AT(0, 7, PLAIN), missing, sizeof(missing));
    record_cell(&m.b, 0x204, AT(0, 8, PLAIN), label, sizeof(label));
    record(&m.b, 0xbd, rks, sizeof(rks));
    formula(&m, 0, 11, text);
    record(&m.b, 0x207, "\3\0\0got", 6);
    formula(&m, 0, 12, no);
    assert_string_equal(
        shown(end_book(&m)),
        "talpha|tbetä|tc|D2023-03-15|U36:00:00|n5.76|btrue|E#N/A|t中€|n0.5%|"
        "n2|tgot|bfalse\n");
}

static void dates_of_1904_count_from_there(void **state)
{
    struct made m = begin_book(true);

    (void)state;
    record_number(&m.b, AT(3, 2, DAY), 0);
    assert_string_equal(shown(end_book(&m)), "D1904-01-01\n");
}

/* What follows after 1024 bytes of a format decides nothing. */
static void a_long_format_is_cut_off(void **state)
{
    static char code[4000];
    struct buf b, t;
    size_t place;

    (void)state;
    memset(code, '0', sizeof(code));
    memcpy(code + sizeof(code) - 6, "yyyy", 5);
    buf_init(&b, MAX_ZIP);
    buf_init(&t, MAX_ZIP);
    record_begin(&b, 5);
    put_le(&t, 164, 2);
    put_text(&t, 2, code);
    record(&b, 0x41e, t.p, t.n);
    record(&b, 0xe0, "\0\0\244\0", 4);
    place = record_sheet(&b, "S", 0);
    record(&b, 0x0a, NULL, 0);
    set_place(&b, place, b.n);
    record_begin(&b, 0x10);
    record_number(&b, AT(0, 0, 0), 45000);
    record(&b, 0x0a, NULL, 0);
    assert_string_equal(shown(compound_file("Workbook", buf_str(&b))),
                        "n45000\n");
    buf_release(&b);
    buf_release(&t);
}

static void what_was_found_is_reported_by_its_place(void **state)
{
    const struct xlsx_options o = {.spill_fd = -1, .others = with_xls};
    static const unsigned char row[16] = {1, 0, [12] = 0x20};
    static const unsigned char columns[12] = {1, 0, 2, 0, [8] = 1};
    static const unsigned char merges[] = {1, 0, 0, 0, 1, 0, 0, 0, 2, 0};
    static const unsigned char text[] = {0, 0, 0, 0, 0, 0, 0xff, 0xff};
    static const unsigned char error[] = {2, 0, 7, 0, 0, 0, 0xff, 0xff};
    static const unsigned char empty[] = {3, 0, 0, 0, 0, 0, 0xff, 0xff};
    struct made m = begin_book(false);
    struct xlsx *x = NULL;
    struct error e;
    const struct xlsx_report *r;
    int fd;

    (void)state;
    record(&m.b, 0x208, row, sizeof(row));
    record(&m.b, 0x7d, columns, sizeof(columns));
    record_number(&m.b, AT(0, 0, PLAIN), 1);
    record_number(&m.b, AT(0, 1, PLAIN), 2);
    record_number(&m.b, AT(0, 2, PLAIN), 3);
    formula(&m, 1, 0, text);
    formula(&m, 1, 1, error);
    formula(&m, 1, 2, empty);
    record(&m.b, 0xe5, merges, sizeof(merges));
    fd = end_book(&m);
    assert_int_equal(xlsx_open(fd, &o, &x, &e), OK);
    assert_int_equal(xlsx_sheet_open(x, 0, &e), OK);
    r = xlsx_report(x);
    assert_string_equal(xlsx_format_name(x), "xls");
    assert_int_equal(xlsx_workbook(x)->sheets[0].state, WORKBOOK_HIDDEN);
    assert_int_equal(r->notes[SHEET_NOTE_UNCACHED].list[0].column, 1);
    assert_int_equal(r->notes[SHEET_NOTE_ERROR].list[0].column, 2);
    assert_int_equal(r->notes[SHEET_NOTE_EMPTY_TEXT].list[0].column, 3);
    assert_int_equal(r->formulas, 3);
    assert_int_equal(r->hidden_rows_total, 1);
    assert_int_equal(r->hidden_columns[0].first.column, 2);
    assert_int_equal(r->hidden_columns[0].last.column, 3);
    assert_int_equal(r->merges_total, 1);
    assert_int_equal(r->merges[0].last.row, 2);
    assert_int_equal(r->merges[0].last.column, 3);
    xlsx_close(x);
    (void)close(fd);
}

/* Numbers writes formulas under the number that they had in Excel 4. */
static void formulas_by_an_old_number_are_cells(void **state)
{
    static const unsigned char three[16] = {0, 0, 0, 0, 0, 0, 0x08, 0x40};
    struct made m = begin_book(false);

    (void)state;
    record_cell(&m.b, 0x206, AT(0, 0, PLAIN), three, sizeof(three));
    record_cell(&m.b, 0x406, AT(0, 1, PLAIN), three, sizeof(three));
    assert_string_equal(shown(end_book(&m)), "n3|n3\n");
}

/* How many names a workbook has, of one for the cells of these sheets. */
static size_t names_of(unsigned first, unsigned last)
{
    const struct xlsx_options o = {.spill_fd = -1, .others = with_xls};
    const unsigned char link[] = {
        1, 0, 0, 0, (unsigned char)first, 0, (unsigned char)last, 0};
    static const unsigned char name[] = {0, 0, 0, 1, 11, 0, 0,   0,    0,
                                         0, 0, 0, 0, 0,  0, 'n', 0x3b, 0,
                                         0, 0, 0, 1, 0,  0, 0,   1,    0};
    struct xlsx *x = NULL;
    struct made m;
    struct error e;
    size_t n;
    int fd;

    put_globals(&m, false);
    (void)record_sheet(&m.b, "T", 0);
    record(&m.b, 0x17, link, sizeof(link));
    record(&m.b, 0x18, name, sizeof(name));
    fd = end_book(&m);
    assert_int_equal(xlsx_open(fd, &o, &x, &e), OK);
    n = xlsx_workbook(x)->names_n;
    xlsx_close(x);
    (void)close(fd);
    return n;
}

static void a_name_of_several_sheets_is_none(void **state)
{
    (void)state;
    assert_int_equal(names_of(0, 0), 1);
    assert_int_equal(names_of(0, 1), 0);
}

static void records_that_lie_are_refused(void **state)
{
    static const unsigned char old[4] = {0, 5, 5, 0};
    struct made m = begin_book(false);
    struct buf b;

    (void)state;
    record_shared(&m.b, 0, 0, 3);
    refused(end_book(&m),
            "cell A1 refers to a text that the workbook does not");
    m = begin_book(false);
    record_number(&m.b, AT(0, 256, PLAIN), 1);
    refused(end_book(&m), "has a cell right of any sheet");
    m = begin_book(false);
    record(&m.b, 0x203, "\0\0\0\0", 4);
    refused(end_book(&m), "is shorter than its kind is");
    m = begin_book(false);
    refused(compound_file("Book", buf_str(&m.b)), "older than Excel 97");
    set_place(&m.b, m.place, 1000000);
    refused(compound_file("Workbook", buf_str(&m.b)), "its end is missing");
    set_place(&m.b, m.place, 5);
    refused(compound_file("Workbook", buf_str(&m.b)), "should begin a part");
    buf_release(&m.b);
    buf_init(&b, MAX_ZIP);
    record(&b, 0x809, old, sizeof(old));
    refused(compound_file("Workbook", buf_str(&b)), "older than Excel 97");
    buf_reset(&b);
    record_begin(&b, 5);
    record(&b, 0x2f, "\0\0", 2);
    refused(compound_file("Workbook", buf_str(&b)),
            "encrypted with a password");
    buf_release(&b);
}

static void files_that_lie_are_refused(void **state)
{
    struct made m = begin_book(false);
    struct buf out;

    (void)state;
    buf_init(&out, MAX_ZIP);
    put_compound(&out, "Workbook", buf_str(&m.b));
    refused(book_file(str_slice(buf_str(&out), 0, 2600)), "before its end");
    set_place(&out, 512 + 8, 2); /* a sector after which it comes itself */
    refused(book_file(buf_str(&out)), "FILE_READ_FAILED");
    set_place(&out, 1024 + 128 + 120, 0xfffffff0); /* and would do so long */
    refused(book_file(buf_str(&out)), "a stream ends before its end");
    set_place(&out, 76, 70000); /* the table is outside of the file */
    refused(book_file(buf_str(&out)), "outside of it");
    set_place(&out, 68, 1); /* the list of tables goes round */
    set_place(&out, 76, 0);
    refused(book_file(buf_str(&out)), "FILE_READ_FAILED");
    buf_release(&out);
    buf_release(&m.b);
}

static void numbers_of_four_bytes_are_read(void **state)
{
    static const uint32_t numbers[] = {0x3ff00000, 0x3ff00001, (123u << 2) | 2,
                                       (123u << 2) | 3, (uint32_t)-4 | 2};
    struct made m = begin_book(false);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        unsigned char rk[4];

        store32(rk, numbers[i]);
        record_cell(&m.b, 0x27e, AT(0, (unsigned)i, PLAIN), rk, sizeof(rk));
    }
    assert_string_equal(shown(end_book(&m)), "n1|n0.01|n123|n1.23|n-1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_cell_has_its_value),
        cmocka_unit_test(dates_of_1904_count_from_there),
        cmocka_unit_test(a_long_format_is_cut_off),
        cmocka_unit_test(what_was_found_is_reported_by_its_place),
        cmocka_unit_test(formulas_by_an_old_number_are_cells),
        cmocka_unit_test(a_name_of_several_sheets_is_none),
        cmocka_unit_test(records_that_lie_are_refused),
        cmocka_unit_test(files_that_lie_are_refused),
        cmocka_unit_test(numbers_of_four_bytes_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
