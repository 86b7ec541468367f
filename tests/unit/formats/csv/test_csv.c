#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv/csv.h"

#include <stdlib.h>
#include <string.h>

#define CELLS_MAX 64
#define SHOWN_MAX ((size_t)1 << 16)

static const struct csv_dialect comma = {.delimiter = ',', .quote = '"'};

/* Cells as [a][b] or, quoted, ["a"], records parted by a bar; or the error. */
static void show_record(struct buf *out, const struct csv_cell *cells, size_t n)
{
    struct buf scratch;

    buf_init(&scratch, SHOWN_MAX);
    for (size_t i = 0; i < n; i++) {
        buf_puts(out, cells[i].quoted ? "[\"" : "[");
        buf_put_str(out, csv_cell_text(&cells[i], &scratch));
        buf_puts(out, cells[i].quoted ? "\"]" : "]");
    }
    buf_put_char(out, '|');
    buf_release(&scratch);
}

static void show_error(struct buf *out, const struct error *e, uint64_t base)
{
    buf_printf(out, "%s at %llu", err_name(e->code),
               (unsigned long long)(base + e->pos.offset));
}

static void show_counts(struct buf *out, const struct csv_counts *c)
{
    buf_printf(out, "%llu records, %llu blank, %llu %llu %llu",
               (unsigned long long)c->records,
               (unsigned long long)c->blank_lines, (unsigned long long)c->lf,
               (unsigned long long)c->crlf, (unsigned long long)c->cr);
}

/*
 * All records of `text` through windows that grow by `step` bytes, each a
 * block of its own, so that the sanitizer sees a read past its end.
 */
static void show(struct str text, const struct csv_dialect *d, size_t step,
                 struct buf *out)
{
    struct csv_cell cells[CELLS_MAX];
    struct csv_reader r;
    struct error e;
    size_t base = 0;
    size_t end = step < text.n ? step : text.n;
    char *window = malloc(end + 1);
    size_t n = 0;

    buf_reset(out);
    memcpy(window, text.p, end);
    csv_open(&r, (struct str){window, end}, d);
    r.more = end < text.n;
    for (;;) {
        if (csv_read_record(&r, cells, CELLS_MAX, &n, &e)) {
            show_error(out, &e, base);
            break;
        }
        if (n) {
            show_record(out, cells, n);
            continue;
        }
        if (!r.starved) {
            show_counts(out, &r.counts);
            break;
        }
        base += r.pos;
        end = end + step < text.n ? end + step : text.n;
        free(window);
        window = malloc(end - base + 1);
        memcpy(window, text.p + base, end - base);
        csv_continue(&r, (struct str){window, end - base}, end < text.n);
    }
    free(window);
}

static void check(const char *text, const char *want)
{
    struct buf out;

    buf_init(&out, SHOWN_MAX);
    show(str_from(text), &comma, strlen(text) + 1, &out);
    if (strncmp(out.p, want, strlen(want)) != 0)
        fail_msg("'%s' is read %s", text, out.p);
    buf_release(&out);
}

static void records_end_at_any_line_end(void **state)
{
    (void)state;
    check("a,b\nc,d\n", "[a][b]|[c][d]|2 records, 0 blank, 2 0 0");
    check("a,b\r\nc,d\r\n", "[a][b]|[c][d]|2 records, 0 blank, 0 2 0");
    check("a,b\rc,d\r", "[a][b]|[c][d]|2 records, 0 blank, 0 0 2");
    check("a,b\nc,d", "[a][b]|[c][d]|2 records, 0 blank, 1 0 0");
}

static void an_empty_text_has_no_record(void **state)
{
    (void)state;
    check("", "0 records, 0 blank, 0 0 0");
    check("\n\r\n\r", "0 records, 3 blank, 1 1 1");
}

static void a_trailing_separator_makes_an_empty_field(void **state)
{
    (void)state;
    check("a,\n,b\n,\n", "[a][]|[][b]|[][]|");
    check("a,", "[a][]|");
}

static void quotes_hold_separators_line_ends_and_quotes(void **state)
{
    (void)state;
    check("\"a,b\",\"c\nd\",\"e\"\"f\"\n", "[\"a,b\"][\"c\nd\"][\"e\"f\"]|");
    check("\"\",\"\"\"\",\"\"\"\"\"\"", "[\"\"][\"\"\"][\"\"\"\"]|");
}

static void a_quote_inside_an_unquoted_cell_is_a_letter(void **state)
{
    (void)state;
    check("5\" pipe,a\"b\"c, \"d\"\n", "[5\" pipe][a\"b\"c][ \"d\"]|");
}

static void spaces_are_kept(void **state)
{
    (void)state;
    check(" a , b\n", "[ a ][ b]|");
}

static void blank_lines_are_skipped_but_in_one_column(void **state)
{
    (void)state;
    check("a,b\n\nc,d\n\n\n", "[a][b]|[c][d]|2 records, 3 blank");
    check("a\n\nb\n", "[a]|[]|[b]|3 records, 0 blank");
    check("a,b\n \nc,d\n", "[a][b]|[ ]|[c][d]|");
}

static void a_quote_that_is_never_closed_has_its_place(void **state)
{
    (void)state;
    check("a,b\nc,\"d\ne,f\n", "[a][b]|FILE_READ_FAILED at 6");
    check("\"", "FILE_READ_FAILED at 0");
    check("\"a\"\"", "FILE_READ_FAILED at 0");
}

static void text_after_a_closing_quote_has_its_place(void **state)
{
    (void)state;
    check("\"a\"b,c\n", "FILE_READ_FAILED at 3");
    check("\"a\" ,c\n", "FILE_READ_FAILED at 3");
}

static void other_delimiters_leave_the_comma_alone(void **state)
{
    static const struct csv_dialect tab = {.delimiter = '\t', .quote = '"'};
    static const struct csv_dialect none = {.delimiter = '\0', .quote = '"'};
    struct buf out;

    (void)state;
    buf_init(&out, SHOWN_MAX);
    show(STR("a,b\tc;d\n"), &tab, 100, &out);
    assert_true(str_starts(buf_str(&out), STR("[a,b][c;d]|")));
    show(STR("a,b\tc\n"), &none, 100, &out);
    assert_true(str_starts(buf_str(&out), STR("[a,b\tc]|")));
    buf_release(&out);
}

static void rows_have_the_width_of_the_first(void **state)
{
    struct csv_cell cells[3 * 4];
    struct csv_reader r;
    struct error e;
    size_t rows = 0;

    (void)state;
    csv_open(&r, STR("1,2,3\n4,5,6\n\n7,8,9\n"), &comma);
    r.columns = 3;
    assert_int_equal(csv_read_rows(&r, cells, 2, &rows, &e), OK);
    assert_int_equal(rows, 2);
    assert_int_equal(cells[5].p[0], '6');
    assert_int_equal(csv_read_rows(&r, cells, 2, &rows, &e), OK);
    assert_int_equal(rows, 1);
    assert_int_equal(csv_read_rows(&r, cells, 2, &rows, &e), OK);
    assert_int_equal(rows, 0);
    csv_open(&r, STR("1,2,3\n\n4,5\n"), &comma);
    r.columns = 3;
    assert_int_equal(csv_read_rows(&r, cells, 4, &rows, &e),
                     ERR_FILE_READ_FAILED);
    assert_int_equal(e.pos.offset, 7);
    assert_non_null(strstr(e.msg, "a row of 2 cells where the first has 3"));
}

static void cells_over_the_room_are_counted(void **state)
{
    struct csv_cell cell;
    struct csv_reader r;
    struct error e;
    size_t n = 0;

    (void)state;
    csv_open(&r, STR("a,b,c\n"), &comma);
    assert_int_equal(csv_read_record(&r, &cell, 1, &n, &e), OK);
    assert_int_equal(n, 3);
    assert_int_equal(cell.p[0], 'a');
    csv_open(&r, STR("a,b,c\n"), &comma);
    assert_int_equal(csv_read_record(&r, NULL, 0, &n, &e), OK);
    assert_int_equal(n, 3);
}

static void more_columns_than_any_table_has_are_a_limit(void **state)
{
    struct csv_reader r;
    struct error e;
    size_t n = 0;
    char *text = malloc(CSV_MAX_COLUMNS);

    (void)state;
    memset(text, ',', CSV_MAX_COLUMNS);
    csv_open(&r, (struct str){text, CSV_MAX_COLUMNS - 1}, &comma);
    assert_int_equal(csv_read_record(&r, NULL, 0, &n, &e), OK);
    assert_int_equal(n, CSV_MAX_COLUMNS);
    csv_open(&r, (struct str){text, CSV_MAX_COLUMNS}, &comma);
    assert_int_equal(csv_read_record(&r, NULL, 0, &n, &e), ERR_LIMIT);
    free(text);
}

static void a_cell_over_the_limit_is_refused_at_its_start(void **state)
{
    size_t size = CSV_MAX_CELL_BYTES + 16;
    char *text = malloc(size);
    struct csv_cell cells[2];
    struct csv_reader r;
    struct error e;
    size_t n = 0;

    (void)state;
    memset(text, 'x', size);
    memcpy(text, "a,", 2);
    csv_open(&r, (struct str){text, size}, &comma);
    assert_int_equal(csv_read_record(&r, cells, 2, &n, &e), ERR_LIMIT);
    assert_int_equal(e.pos.offset, 2);
    csv_open(&r, (struct str){text, CSV_MAX_CELL_BYTES + 2}, &comma);
    assert_int_equal(csv_read_record(&r, cells, 2, &n, &e), OK);
    assert_int_equal(cells[1].n, CSV_MAX_CELL_BYTES);
    free(text);
}

static void a_record_no_window_holds_says_why(void **state)
{
    struct csv_reader r;
    struct error e;
    size_t n = 0;

    (void)state;
    csv_open(&r, STR("a,\"b,c\nd"), &comma);
    r.more = true;
    assert_int_equal(csv_read_record(&r, NULL, 0, &n, &e), OK);
    assert_int_equal(n, 0);
    assert_true(r.starved);
    assert_int_equal(csv_refuse_record(&r, &e), ERR_FILE_READ_FAILED);
    assert_int_equal(e.pos.offset, 2);
    csv_open(&r, STR("a,b,c"), &comma);
    r.more = true;
    assert_int_equal(csv_read_record(&r, NULL, 0, &n, &e), OK);
    assert_true(r.starved);
    assert_int_equal(csv_refuse_record(&r, &e), ERR_LIMIT);
}

/* RFC 4180 letter by letter, as the plainest reader would do it. */
struct plain {
    struct str text;
    size_t pos, columns;
    struct csv_counts counts;
};

static bool plain_line_end(struct plain *p)
{
    struct str rest = str_slice(p->text, p->pos, p->text.n);
    bool crlf = str_starts(rest, STR("\r\n"));

    p->counts.crlf += crlf;
    p->counts.cr += !crlf && str_starts(rest, STR("\r"));
    p->counts.lf += str_starts(rest, STR("\n"));
    if (crlf)
        p->pos += 2;
    else
        p->pos += rest.n && (rest.p[0] == '\n' || rest.p[0] == '\r');
    return p->pos > p->text.n - rest.n;
}

/* Put a cell; false after an error, which is put instead. */
static bool plain_cell(struct plain *p, struct buf *out)
{
    const char *t = p->text.p;
    size_t open = p->pos;

    if (p->pos == p->text.n || t[p->pos] != '"') {
        buf_put_char(out, '[');
        for (; p->pos < p->text.n && t[p->pos] != ',' && t[p->pos] != '\n' &&
               t[p->pos] != '\r';
             p->pos++)
            buf_put_char(out, t[p->pos]);
        buf_put_char(out, ']');
        return true;
    }
    buf_puts(out, "[\"");
    for (p->pos++;; p->pos++) {
        if (p->pos == p->text.n) {
            p->pos = open;
            return false;
        }
        if (t[p->pos] == '"') {
            p->pos++;
            if (p->pos == p->text.n || t[p->pos] != '"')
                break;
        }
        buf_put_char(out, t[p->pos]);
    }
    buf_puts(out, "\"]");
    return p->pos == p->text.n || t[p->pos] == ',' || t[p->pos] == '\n' ||
           t[p->pos] == '\r';
}

static void plain_show(struct str text, struct buf *out)
{
    struct plain p = {.text = text};

    buf_reset(out);
    for (;;) {
        size_t start;
        size_t n = 0;
        bool more = true;

        while (p.columns != 1 && plain_line_end(&p))
            p.counts.blank_lines++;
        start = out->n;
        if (p.pos == text.n)
            break;
        for (; more; n++) {
            if (!plain_cell(&p, out)) {
                out->n = start;
                buf_printf(out, "FILE_READ_FAILED at %zu", p.pos);
                return;
            }
            more = p.pos < text.n && text.p[p.pos] == ',';
            p.pos += more;
        }
        (void)plain_line_end(&p);
        p.counts.records++;
        p.columns = p.columns ? p.columns : n;
        buf_put_char(out, '|');
    }
    show_counts(out, &p.counts);
}

/* The reader, through windows of `step`, against the plainest one. */
static void compare(struct str text, size_t step, struct buf *want,
                    struct buf *got)
{
    plain_show(text, want);
    show(text, &comma, step, got);
    if (!str_eq(buf_str(want), buf_str(got)))
        fail_msg("'%.*s' by %zu is %s, not %s", STR_FMT(text), step, got->p,
                 want->p);
}

/* The text with this number, of five letters. */
static void spell(size_t code, size_t n, char *text)
{
    for (size_t i = 0; i < n; i++, code /= 5)
        text[i] = "a,\"\n\r"[code % 5];
}

static void every_short_text_reads_as_the_plainest_reader_does(void **state)
{
    struct buf want;
    struct buf got;
    char text[8] = "";
    size_t codes = 1;

    (void)state;
    buf_init(&want, SHOWN_MAX);
    buf_init(&got, SHOWN_MAX);
    for (size_t n = 1; n <= 6; n++) {
        codes *= 5;
        for (size_t code = 0; code < codes; code++) {
            spell(code, n, text);
            compare((struct str){text, n}, 1, &want, &got);
            compare((struct str){text, n}, 2, &want, &got);
            compare((struct str){text, n}, n, &want, &got);
        }
    }
    buf_release(&want);
    buf_release(&got);
}

/* Longer than the 64 bytes that are looked at together. */
static void random_texts_read_as_the_plainest_reader_does(void **state)
{
    static const char letters[] = "abcdefghij,,,,\"\"\n\r";
    struct buf want;
    struct buf got;
    char text[300];
    uint32_t seed = 7;

    (void)state;
    buf_init(&want, SHOWN_MAX);
    buf_init(&got, SHOWN_MAX);
    for (int round = 0; round < 3000; round++) {
        size_t n = (size_t)round % sizeof(text);

        for (size_t i = 0; i < n; i++) {
            seed = seed * 1664525 + 1013904223;
            text[i] = letters[(seed >> 16) % (sizeof(letters) - 1)];
        }
        for (size_t step = 5; step < 700; step += 60 + (size_t)round % 7)
            compare((struct str){text, n}, step, &want, &got);
    }
    buf_release(&want);
    buf_release(&got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_end_at_any_line_end),
        cmocka_unit_test(an_empty_text_has_no_record),
        cmocka_unit_test(a_trailing_separator_makes_an_empty_field),
        cmocka_unit_test(quotes_hold_separators_line_ends_and_quotes),
        cmocka_unit_test(a_quote_inside_an_unquoted_cell_is_a_letter),
        cmocka_unit_test(spaces_are_kept),
        cmocka_unit_test(blank_lines_are_skipped_but_in_one_column),
        cmocka_unit_test(a_quote_that_is_never_closed_has_its_place),
        cmocka_unit_test(text_after_a_closing_quote_has_its_place),
        cmocka_unit_test(other_delimiters_leave_the_comma_alone),
        cmocka_unit_test(rows_have_the_width_of_the_first),
        cmocka_unit_test(cells_over_the_room_are_counted),
        cmocka_unit_test(more_columns_than_any_table_has_are_a_limit),
        cmocka_unit_test(a_cell_over_the_limit_is_refused_at_its_start),
        cmocka_unit_test(a_record_no_window_holds_says_why),
        cmocka_unit_test(every_short_text_reads_as_the_plainest_reader_does),
        cmocka_unit_test(random_texts_read_as_the_plainest_reader_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
