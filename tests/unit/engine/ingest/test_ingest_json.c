#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "ingest_fixture.h"

static void lines_become_rows_and_members_columns(void **state)
{
    struct fixture *f = *state;

    check_rows(f,
               STR("{\"id\":1,\"name\":\"Ada\",\"ok\":true}\n"
                   "{\"name\":\"Bob\",\"id\":2,\"extra\":0.10}\n"),
               "[1,\"Ada\",true,null][2,\"Bob\",null,0.10]");
    check_map_has(f, "{\"format\":\"json\",\"delimiter\":null,");
    check_map_has(f, "\"records\":\"values\"");
}

static void an_array_of_objects_is_the_same(void **state)
{
    struct fixture *f = *state;

    check_rows(f, STR(" [ {\"a\":1} ,\n {\"a\":2} ] "), "[1][2]");
    check_map_has(f, "\"records\":\"array\"");
}

static void members_of_members_are_columns_and_deeper_values_stay_json(
    void **state)
{
    struct fixture *f = *state;

    check_rows(f,
               STR("{\"w\":{\"n\":\"x\",\"t\":[1, {\"k\":2}]},\"e\":{}}\n"
                   "{\"w\":7}\n"),
               "[\"x\",\"[1,{\\\"k\\\":2}]\",\"{}\",null]"
               "[null,null,null,7]");
    check_query(f, "SELECT \"w.n\", w FROM made.main.data",
                "[\"x\",null][null,7]");
}

static void numbers_keep_every_digit(void **state)
{
    struct fixture *f = *state;

    check_rows(f,
               STR("{\"h\":123456789012345678901234567890,\"d\":0.10,\"f\":1e3}"
                   "\n{\"h\":1,\"d\":12.345,\"f\":2}"),
               "[\"123456789012345678901234567890\",0.100,1000]"
               "[1,12.345,2]");
}

static void texts_are_dates_only_where_all_are_iso(void **state)
{
    struct fixture *f = *state;

    check_rows(
        f,
        STR("{\"a\":\"2024-02-29\",\"b\":\"01/02/2024\",\"c\":\"7\"}\n"
            "{\"a\":\"1999-12-31\",\"b\":\"03/04/2024\",\"c\":\"08\"}\n"),
        "[\"2024-02-29\",\"01/02/2024\",\"7\"]"
        "[\"1999-12-31\",\"03/04/2024\",\"08\"]");
    check_map_has(f, "\"name\":\"a\",\"index\":0,\"inferred_type\":\"date\"");
    check_map_has(f, "\"name\":\"b\",\"index\":1,\"inferred_type\":\"string\"");
    check_map_has(f, "\"name\":\"c\",\"index\":2,\"inferred_type\":\"string\"");
    check_map_has(f, "{\"name\":\"a\",\"member_of\":null,"
                     "\"values_kept_as_json\":0}");
    check_map_has(f, "\"row 1 is a date not written as ISO 8601\"");
}

static void what_keeps_a_member_text_is_reported_with_its_record(void **state)
{
    struct fixture *f = *state;

    check_rows(f,
               STR("{\"d\":\"2024-02-29\",\"m\":\"x\",\"n\":[],\"t\":\"1\"}\n"
                   "{\"d\":\"2024-03-01\",\"m\":\"y\",\"n\":1,\"t\":\"2\"}\n"
                   "{\"d\":\"soon\",\"m\":7,\"n\":2}\n"),
               "[\"2024-02-29\",\"x\",\"[]\",\"1\"]"
               "[\"2024-03-01\",\"y\",\"1\",\"2\"][\"soon\",\"7\",\"2\",null]");
    check_map_has(f, "\"kept_as_text_because\":\"row 3 is not a date\"");
    check_map_has(f, "\"kept_as_text_because\":\"row 3 is a number\"");
    check_map_has(f, "\"kept_as_text_because\":"
                     "\"row 1 is an array or an object\"");
    check_map_has(f, "\"kept_as_text_because\":"
                     "\"row 1 is a number written as text\"");
}

static void an_empty_text_is_not_null(void **state)
{
    check_rows(*state, STR("{\"a\":\"\"}\n{\"a\":null}\n{\"a\":\"x\"}\n"),
               "[\"\"][null][\"x\"]");
}

static void an_invalid_record_is_refused_with_its_place(void **state)
{
    struct fixture *f = *state;

    check_refused(f, STR("{\"a\":1}\n{\"a\":1,\"a\":2}\n"),
                  ERR_FILE_READ_FAILED, (struct srcpos){2, 8, 15});
    check_refused(f, STR("[{\"a\":1},\n 7]"), ERR_FILE_READ_FAILED,
                  (struct srcpos){2, 2, 11});
    check_refused(f, STR("[{\"a\":1} {\"a\":2}]"), ERR_FILE_READ_FAILED,
                  (struct srcpos){1, 10, 9});
    check_refused(f, STR("{\"a\":1}\n{\"a\":"), ERR_FILE_READ_FAILED,
                  (struct srcpos){2, 6, 13});
    assert_int_equal(run_bytes(f, STR("{}\n{}\n")), ERR_FILE_READ_FAILED);
}

static void many_records_come_in_batches(void **state)
{
    struct fixture *f = *state;
    struct buf b;

    buf_init(&b, TEXT_MAX);
    for (int i = 1; i <= 20000; i++)
        buf_printf(&b, "{\"i\":%d,\"s\":\"%080d\"}\n", i, i);
    assert_int_equal(run_bytes(f, buf_str(&b)), OK);
    check_query(
        f,
        "SELECT count(*), sum(i), count(DISTINCT s) FROM made.main.data "
        "WHERE rowid + 1 = i",
        "[20000,200010000,20000]");
    buf_release(&b);
}

static void delimited_text_that_begins_with_a_brace_is_none(void **state)
{
    check_rows(*state, STR("{x},b\n{1},2\n"), "[\"{1}\",2]");
}

static void a_record_may_be_the_first_cell_of_a_line(void **state)
{
    struct fixture *f = *state;

    check_rows(f, STR("{\"a\":1,\"b\":2};5;x\n{\"a\":3};6;y\n"),
               "[\"{\\\"a\\\":1,\\\"b\\\":2}\",5,\"x\"]"
               "[\"{\\\"a\\\":3}\",6,\"y\"]");
    check_map_has(f, "\"delimiter\":\";\"");
    check_rows(f, STR("{\"x\"};5\n{\"y\"};6\n"),
               "[\"{\\\"x\\\"}\",5][\"{\\\"y\\\"}\",6]");
}

static void a_damaged_record_makes_no_delimited_text(void **state)
{
    struct fixture *f = *state;

    check_refused(f, STR("{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":}\n"),
                  ERR_FILE_READ_FAILED, (struct srcpos){2, 12, 25});
    check_refused(f, STR("{\"a\":1} words\n"), ERR_FILE_READ_FAILED,
                  (struct srcpos){1, 9, 8});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_become_rows_and_members_columns,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(an_array_of_objects_is_the_same,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            members_of_members_are_columns_and_deeper_values_stay_json,
            open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(numbers_keep_every_digit, open_fixture,
                                        close_fixture),
        cmocka_unit_test_setup_teardown(texts_are_dates_only_where_all_are_iso,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            what_keeps_a_member_text_is_reported_with_its_record, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(an_empty_text_is_not_null, open_fixture,
                                        close_fixture),
        cmocka_unit_test_setup_teardown(
            an_invalid_record_is_refused_with_its_place, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            a_record_may_be_the_first_cell_of_a_line, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            a_damaged_record_makes_no_delimited_text, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(many_records_come_in_batches,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            delimited_text_that_begins_with_a_brace_is_none, open_fixture,
            close_fixture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
