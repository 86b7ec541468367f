#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "formats/json/fields.h"

static struct buf out;
static struct error err;

/* "line:field|field|" and, for one that is not there, "-". */
static enum err put(void *ctx, const struct fields *f, struct error *e)
{
    (void)ctx;
    (void)e;
    buf_printf(&out, "%d:", (int)f->line);
    for (size_t i = 0; i < f->n; i++)
        buf_printf(&out, "%.*s|",
                   STR_FMT(f->value[i].p ? f->value[i] : STR("-")));
    buf_put_char(&out, '\n');
    return OK;
}

static const struct fields_sink sink = {put, NULL};

static enum err read_json(const char *text)
{
    static const struct str names[] = {{"_id", 3}, {"text", 4}};

    buf_reset(&out);
    err = (struct error){0};
    return fields_of_json(str_from(text), names, 2, &sink, &err);
}

static enum err read_lines(const char *text)
{
    buf_reset(&out);
    err = (struct error){0};
    return fields_of_lines(str_from(text), 4, &sink, &err);
}

static void check(enum err rc, const char *expected)
{
    assert_int_equal(rc, OK);
    buf_put_char(&out, '\0');
    assert_string_equal(out.p, expected);
}

static void check_refused(enum err rc, uint64_t line, uint64_t column)
{
    assert_int_equal(rc, ERR_VALIDATION_FAILED);
    assert_int_equal(err.pos.line, line);
    assert_int_equal(err.pos.column, column);
}

static void members_are_as_they_stand(void **state)
{
    (void)state;
    check(read_json("{\"_id\":\"007\",\"text\":\" a \"}\n"
                    "{\"text\":\"01/02/2024\",\"_id\":\"1e5\"}\n"),
          "1:007| a |\n2:1e5|01/02/2024|\n");
}

static void a_number_keeps_its_text(void **state)
{
    (void)state;
    check(read_json("{\"_id\":1e5,\"text\":1.50}"), "1:1e5|1.50|\n");
}

static void null_is_as_if_missing(void **state)
{
    (void)state;
    check(read_json("{\"_id\":null,\"other\":[1,{}]}\n\n\n{\"text\":\"\"}"),
          "1:-|-|\n4:-||\n");
}

static void no_records_are_none(void **state)
{
    (void)state;
    check(read_json("\n \n"), "");
    check(read_lines("\n \n"), "");
}

static void what_is_no_json_is_refused_with_its_place(void **state)
{
    (void)state;
    check_refused(read_json("{\"_id\":\"1\"}\n{\"_id\":\"2\",}"), 2, 11);
    check_refused(read_json("{\"_id\":\"1\"} }"), 1, 13);
    check_refused(read_json("{\"_id\":\"1\"}\n[1]"), 2, 1);
    check_refused(read_json("{\"_id\":\"1\"}\n{\"_id\":\"cut\n{\"_id\":\"2\"}"),
                  2, 12);
}

static void a_member_that_is_a_list_is_refused(void **state)
{
    (void)state;
    check_refused(read_json("{\"_id\":\"1\"}\n  {\"_id\":[\"2\"]}"), 2, 3);
    check_refused(read_json("{\"_id\":true}"), 1, 1);
}

static void a_member_twice_is_refused(void **state)
{
    (void)state;
    assert_int_equal(read_json("{\"_id\":\"1\",\"_id\":\"2\"}"),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(err.pos.line, 1);
}

static void tabs_divide_a_line_that_has_some(void **state)
{
    (void)state;
    check(read_lines("a b\t\t007\r\n\"x\t1e5\t\n"),
          "1:a b||007|\n2:\"x|1e5||\n");
}

static void blanks_divide_a_line_without_tabs(void **state)
{
    (void)state;
    check(read_lines(" 1 0  d-1   2 \n\n3 0 x 1"),
          "1:1|0|d-1|2|\n3:3|0|x|1|\n");
}

static void a_line_of_too_many_fields_is_refused(void **state)
{
    (void)state;
    check_refused(read_lines("a\tb\n1\t2\t3\t4\t5"), 2, 1);
}

static void a_line_that_is_no_utf8_is_refused(void **state)
{
    (void)state;
    check_refused(read_lines("a\tb\nx\t\xFFz"), 2, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_as_they_stand),
        cmocka_unit_test(a_number_keeps_its_text),
        cmocka_unit_test(null_is_as_if_missing),
        cmocka_unit_test(no_records_are_none),
        cmocka_unit_test(what_is_no_json_is_refused_with_its_place),
        cmocka_unit_test(a_member_that_is_a_list_is_refused),
        cmocka_unit_test(a_member_twice_is_refused),
        cmocka_unit_test(tabs_divide_a_line_that_has_some),
        cmocka_unit_test(blanks_divide_a_line_without_tabs),
        cmocka_unit_test(a_line_of_too_many_fields_is_refused),
        cmocka_unit_test(a_line_that_is_no_utf8_is_refused),
    };
    int failed;

    buf_init(&out, 10000);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    buf_release(&out);
    return failed;
}
