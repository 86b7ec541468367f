#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tables/server_rows.h"

static struct arena a;
static struct error e;
static const struct server_table table = {.sql = {"a \"b\"", 5}};

static enum err write(const char *answer, struct buf *out)
{
    struct json *root;

    buf_init(out, 1 << 16);
    assert_int_equal(
        json_parse(str_from(answer), &json_default_limits, &a, &root, &e), OK);
    return server_rows_write(&table, root, out, &e);
}

static void check(const char *answer, const char *want)
{
    struct buf out;

    assert_int_equal(write(answer, &out), OK);
    assert_string_equal(out.p, want);
    buf_release(&out);
}

static void the_first_row_has_the_types(void **state)
{
    (void)state;
    check("{\"columns\":[\"n\",\"it's\"],\"column_types\":[\"integer\","
          "\"string\"],\"rows\":[[1,\"O'Neil\"],[null,\"\\\\\"]],"
          "\"total_row_count\":2,\"has_more\":false}",
          "\"a \"\"b\"\"\"(\"n\",\"it's\") AS (VALUES (CAST('1' AS bigint),"
          "CAST('O''Neil' AS text)),(NULL,'\\'))");
}

static void a_table_without_rows_has_its_columns(void **state)
{
    (void)state;
    check("{\"columns\":[\"n\",\"d\"],\"column_types\":[\"boolean\",\"date\"],"
          "\"rows\":[],\"total_row_count\":0,\"has_more\":false}",
          "\"a \"\"b\"\"\"(\"n\",\"d\") AS (SELECT CAST(NULL AS boolean),"
          "CAST(NULL AS date) WHERE FALSE)");
}

static void what_is_too_large_or_has_nul_is_not_sent(void **state)
{
    struct buf out;

    (void)state;
    assert_int_equal(
        write("{\"columns\":[\"n\"],\"column_types\":[\"integer\"],"
              "\"rows\":[[1]],\"total_row_count\":10001,"
              "\"has_more\":true}",
              &out),
        ERR_LIMIT);
    buf_release(&out);
    assert_int_equal(write("{\"columns\":[\"n\"],\"column_types\":[\"string\"],"
                           "\"rows\":[[\"a\\u0000b\"]],\"total_row_count\":1,"
                           "\"has_more\":false}",
                           &out),
                     ERR_VALIDATION_FAILED);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_row_has_the_types),
        cmocka_unit_test(a_table_without_rows_has_its_columns),
        cmocka_unit_test(what_is_too_large_or_has_nul_is_not_sent),
    };
    int failed;

    arena_init(&a, 1 << 20);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&a);
    return failed;
}
