#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/export/export_csv.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define NULL_CELL       \
    {                   \
        .is_null = true \
    }
#define CELL(t)                       \
    {                                 \
        .text = {(t), sizeof(t) - 1 } \
    }

/* A writer into memory: nothing is flushed in these tests unless asked. */
struct fixture {
    struct export_out out;
    struct export_changes changes;
    struct export_csv csv;
};

static void start(struct fixture *f, const struct export_column *columns,
                  size_t n)
{
    *f = (struct fixture){0};
    export_out_init(&f->out, -1);
    f->csv = (struct export_csv){&f->out, columns, n, &f->changes};
}

/* The line of one text cell beside an integer. */
static void assert_text(struct str text, const char *line)
{
    static const struct export_column columns[] = {
        {.name = {"a", 1}, .type = EXPORT_TEXT},
        {.name = {"b", 1}, .type = EXPORT_INTEGER}};
    const struct export_cell cells[] = {{.text = text}, CELL("1")};
    struct fixture f;
    struct error e;

    start(&f, columns, 2);
    assert_int_equal(export_csv_row(&f.csv, cells, &e), OK);
    assert_string_equal(f.out.pending.p, line);
    export_out_release(&f.out);
}

static void a_field_is_quoted_only_when_it_must_be(void **state)
{
    (void)state;
    assert_text(STR("plain"), "plain,1\r\n");
    assert_text(STR("two words"), "two words,1\r\n");
    assert_text(STR("a,b"), "\"a,b\",1\r\n");
    assert_text(STR("say \"hi\""), "\"say \"\"hi\"\"\",1\r\n");
    assert_text(STR("a\nb"), "\"a\nb\",1\r\n");
    assert_text(STR("a\rb"), "\"a\rb\",1\r\n");
    assert_text(STR(" a"), "\" a\",1\r\n");
    assert_text(STR("a "), "\"a \",1\r\n");
    assert_text(STR("\xef\xbb\xbf"
                    "a"),
                "\"\xef\xbb\xbf"
                "a\",1\r\n");
    assert_text(STR("\""), "\"\"\"\",1\r\n");
    assert_text(STR("a;b|c"), "a;b|c,1\r\n");
}

static void an_empty_text_is_quoted_and_a_null_is_not(void **state)
{
    static const struct export_column columns[] = {{.type = EXPORT_TEXT},
                                                   {.type = EXPORT_TEXT}};
    const struct export_cell cells[] = {CELL(""), NULL_CELL};
    struct fixture f;
    struct error e;

    (void)state;
    start(&f, columns, 2);
    assert_int_equal(export_csv_row(&f.csv, cells, &e), OK);
    assert_string_equal(f.out.pending.p, "\"\",\r\n");
    assert_int_equal(f.changes.count[EXPORT_EMPTY_LINES], 0);
    export_out_release(&f.out);
}

static void what_would_run_gets_an_apostrophe_inside_the_quotes(void **state)
{
    (void)state;
    assert_text(STR("=1+1"), "'=1+1,1\r\n");
    assert_text(STR("-5"), "'-5,1\r\n");
    assert_text(STR("=A1,B1"), "\"'=A1,B1\",1\r\n");
    assert_text(STR("\t=1"), "\"'\t=1\",1\r\n");
    assert_text(STR(" =1"), "\"' =1\",1\r\n");
    assert_text(STR("\"=1"), "\"\"\"=1\",1\r\n");
}

static void numbers_stay_numbers_and_other_types_are_looked_at(void **state)
{
    static const struct export_column columns[] = {
        {.type = EXPORT_INTEGER}, {.type = EXPORT_DECIMAL},
        {.type = EXPORT_FLOAT},   {.type = EXPORT_BOOLEAN},
        {.type = EXPORT_DATE},    {.type = EXPORT_TEXT}};
    const struct export_cell cells[] = {CELL("-5"),        CELL("-12.50"),
                                        CELL("-0.1"),      CELL("true"),
                                        CELL("-infinity"), CELL("-1 days")};
    struct fixture f;
    struct error e;

    (void)state;
    start(&f, columns, 6);
    assert_int_equal(export_csv_row(&f.csv, cells, &e), OK);
    assert_string_equal(f.out.pending.p,
                        "-5,-12.50,-0.1,true,'-infinity,'-1 days\r\n");
    assert_int_equal(f.changes.count[EXPORT_NEUTRALISED], 2);
    export_out_release(&f.out);
}

static void header_names_are_neutralised_and_quoted_too(void **state)
{
    static const struct export_column columns[] = {
        {.name = {"=cmd", 4}, .type = EXPORT_INTEGER},
        {.name = {"a,b", 3}, .type = EXPORT_INTEGER}};
    struct fixture f;
    struct error e;

    (void)state;
    start(&f, columns, 2);
    assert_int_equal(export_csv_header(&f.csv, &e), OK);
    assert_string_equal(f.out.pending.p, "'=cmd,\"a,b\"\r\n");
    assert_int_equal(f.changes.count[EXPORT_NEUTRALISED], 1);
    export_out_release(&f.out);
}

static void a_null_alone_on_its_line_is_counted(void **state)
{
    static const struct export_column column = {.type = EXPORT_TEXT};
    const struct export_cell cell = NULL_CELL;
    struct fixture f;
    struct error e;

    (void)state;
    start(&f, &column, 1);
    assert_int_equal(export_csv_row(&f.csv, &cell, &e), OK);
    assert_string_equal(f.out.pending.p, "\r\n");
    assert_int_equal(f.changes.count[EXPORT_EMPTY_LINES], 1);
    export_out_release(&f.out);
}

static void a_full_disk_is_an_error(void **state)
{
    static const struct export_column column = {.type = EXPORT_TEXT};
    const struct export_cell cell = CELL("x");
    struct fixture f;
    struct error e = {0};

    (void)state;
    start(&f, &column, 1);
    f.out.fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
    assert_true(f.out.fd >= 0);
    assert_int_equal(export_csv_row(&f.csv, &cell, &e), OK);
    assert_int_equal(export_out_flush(&f.out, &e), ERR_FILE_WRITE_FAILED);
    assert_int_equal(e.code, ERR_FILE_WRITE_FAILED);
    (void)close(f.out.fd);
    export_out_release(&f.out);
}

static void a_closed_descriptor_is_an_error_once_a_piece_is_full(void **state)
{
    static const struct export_column column = {.type = EXPORT_TEXT};
    const struct export_cell cell = CELL("0123456789012345678901234567890123");
    struct fixture f;
    struct error e = {0};
    enum err code = OK;
    int rows = 0;

    (void)state;
    start(&f, &column, 1);
    while (code == OK && rows++ < 100000)
        code = export_csv_row(&f.csv, &cell, &e);
    assert_int_equal(code, ERR_FILE_WRITE_FAILED);
    assert_in_range(rows, 1000, 10000);
    export_out_release(&f.out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_is_quoted_only_when_it_must_be),
        cmocka_unit_test(an_empty_text_is_quoted_and_a_null_is_not),
        cmocka_unit_test(what_would_run_gets_an_apostrophe_inside_the_quotes),
        cmocka_unit_test(numbers_stay_numbers_and_other_types_are_looked_at),
        cmocka_unit_test(header_names_are_neutralised_and_quoted_too),
        cmocka_unit_test(a_null_alone_on_its_line_is_counted),
        cmocka_unit_test(a_full_disk_is_an_error),
        cmocka_unit_test(a_closed_descriptor_is_an_error_once_a_piece_is_full),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
