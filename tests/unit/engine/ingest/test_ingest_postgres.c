#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ingest_fixture.h"

#include <inttypes.h>

#define HEAD_BYTES 38u

/* A bundle of one table t, as quarry-postgres writes it. */
static void write_bundle(struct fixture *f, const char *columns,
                         const char *rows, uint64_t n)
{
    const size_t bytes = strlen(rows);

    buf_reset(&f->source);
    buf_printf(&f->source, "%%quarry-postgres %020" PRIu64 "\n",
               (uint64_t)(HEAD_BYTES + bytes));
    buf_puts(&f->source, rows);
    buf_printf(&f->source,
               "{\"tables\":[{\"name\":\"t\",\"schema\":\"public\",\"table\":"
               "\"t\",\"view\":false,\"comment\":\"a table\",\"at\":%u,"
               "\"bytes\":%zu,\"rows\":%" PRIu64 ",\"columns\":[%s],\"keys\":"
               "[{\"number\":0,\"column\":\"a\",\"schema\":\"public\","
               "\"table\":\"t\",\"refers_to\":\"b\"}]}],\"left_out\":[{"
               "\"name\":\"large\",\"view\":false,\"reason\":\"too many\"}]}",
               HEAD_BYTES, bytes, n, columns);
}

#define COLUMN(name, kind) \
    "{\"name\":\"" name "\",\"kind\":\"" kind "\",\"declared_type\":\"x\"}"

static enum err read_bundle(struct fixture *f, const char *columns,
                            const char *rows, uint64_t n)
{
    write_bundle(f, columns, rows, n);
    return run(f);
}

static void columns_have_the_types_that_they_were_declared_with(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(
        read_bundle(
            f,
            COLUMN("a", "integer") "," COLUMN("b", "decimal") "," COLUMN("c", "float") "," COLUMN(
                "d",
                "boolean") "," COLUMN("e",
                                      "date") "," COLUMN("f",
                                                         "timestamp") "," COLUMN("g",
                                                                                 "text"),
            "1\t2.50\t1e+20\ttrue\t2024-02-29\t2024-01-01 10:00:00.5\t7\n"
            "\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\n",
            2),
        OK);
    check_query(f,
                "SELECT typeof(a), typeof(b), typeof(c), typeof(d), typeof(e), "
                "typeof(f), typeof(g) FROM made.main.t LIMIT 1",
                "[\"BIGINT\",\"DECIMAL(18,2)\",\"DOUBLE\",\"BOOLEAN\",\"DATE\","
                "\"TIMESTAMP\",\"VARCHAR\"]");
    check_query(f, "SELECT a, b, d, CAST(f AS VARCHAR), g FROM made.main.t",
                "[1,2.50,true,\"2024-01-01 10:00:00.5\",\"7\"]"
                "[null,null,null,null,null]");
    check_map_has(f, "{\"format\":\"postgres\"");
    check_map_has(f, "\"foreign_keys\":[{\"column\":\"a\",\"table\":\"t\","
                     "\"refers_to\":\"b\"}]");
    check_map_has(f, "\"left_out\":[{\"name\":\"large\",\"what\":\"table\","
                     "\"reason\":\"too many\"}]");
    check_map_has(f, "\"comment\":\"a table\"");
}

static void a_column_without_values_is_what_it_was_declared_as(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(
        read_bundle(f, COLUMN("a", "integer") "," COLUMN("b", "date"), "", 0),
        OK);
    check_query(
        f,
        "SELECT string_agg(data_type, ' ' ORDER BY column_index) FROM "
        "duckdb_columns() WHERE database_name = 'made' AND table_name = "
        "'t'",
        "[\"BIGINT DATE\"]");
}

static void escapes_are_the_bytes_they_stand_for(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(read_bundle(f, COLUMN("a", "text") "," COLUMN("b", "text"),
                                 "x\\ty\\nz\\\\N\t\n\\\\N\t\\N\n", 2),
                     OK);
    check_query(f, "SELECT a, b FROM made.main.t",
                "[\"x\\ty\\nz\\\\N\",\"\"][\"\\\\N\",null]");
}

static void a_value_that_is_not_of_its_type_makes_text(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(read_bundle(f,
                                 COLUMN("a", "date") "," COLUMN("b", "decimal"),
                                 "2024-01-01\t1\ninfinity\tNaN\n", 2),
                     OK);
    check_query(f, "SELECT a FROM made.main.t",
                "[\"2024-01-01\"][\"infinity\"]");
    check_query(f, "SELECT count(b) FROM made.main.t", "[2]");
    check_map_has(f, "kept_as_text_because");
}

static void bytes_that_are_no_text_are_repaired_and_counted(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(read_bundle(f, COLUMN("a", "text"), "caf\xe9\n", 1), OK);
    check_query(f, "SELECT a FROM made.main.t", "[\"caf\xef\xbf\xbd\"]");
    check_map_has(f, "\"texts_repaired\":1");
}

static void check_damaged(struct fixture *f)
{
    const enum err rc = run(f);

    if (rc != ERR_FILE_READ_FAILED)
        fail_msg("%s: %s", err_name(rc), f->e.msg);
}

static void rows_that_the_catalog_does_not_describe_are_refused(void **state)
{
    static const struct {
        const char *rows;
        uint64_t n;
    } cases[] = {{"1\n", 1},    {"1\t2\t3\n", 1}, {"1\t2", 1},
                 {"1\t2\n", 2}, {"1\t2\n\n", 2},  {"1\t2\n", 0}};
    struct fixture *f = *state;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        write_bundle(f, COLUMN("a", "text") "," COLUMN("b", "text"),
                     cases[i].rows, cases[i].n);
        check_damaged(f);
    }
    write_bundle(f, "", "\n", 1);
    check_damaged(f);
}

static void a_catalog_that_lies_is_refused(void **state)
{
    static const char *const catalogs[] = {
        "{\"tables\":[{\"name\":\"t\",\"at\":0,\"bytes\":999999,\"rows\":1,"
        "\"columns\":[" COLUMN("a", "text") "]}]}",
        "{\"tables\":[{\"name\":\"t\",\"at\":18446744073709551615,\"bytes\":2,"
        "\"rows\":1,\"columns\":[" COLUMN("a", "text") "]}]}",
        "{\"tables\":[{\"name\":\"t\",\"at\":-1,\"bytes\":2,\"rows\":1}]}",
        "{\"tables\":[{\"name\":\"t\",\"at\":38,\"bytes\":0,\"rows\":0}]}",
        "{\"tables\":[7]}",
        "{\"tables\":[]}",
        "{\"tables\":{}}",
        "[]",
        "{",
        "",
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < COUNT_OF(catalogs); i++) {
        buf_reset(&f->source);
        buf_printf(&f->source, "%%quarry-postgres %020u\n%s", HEAD_BYTES,
                   catalogs[i]);
        check_damaged(f);
    }
    assert_int_equal(
        run_bytes(f, STR("%quarry-postgres 99999999999999999999\n{}")),
        ERR_FILE_READ_FAILED);
    assert_int_equal(run_bytes(f, STR("%quarry-postgres ")),
                     ERR_FILE_READ_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_have_the_types_that_they_were_declared_with),
        cmocka_unit_test(a_column_without_values_is_what_it_was_declared_as),
        cmocka_unit_test(escapes_are_the_bytes_they_stand_for),
        cmocka_unit_test(a_value_that_is_not_of_its_type_makes_text),
        cmocka_unit_test(bytes_that_are_no_text_are_repaired_and_counted),
        cmocka_unit_test(rows_that_the_catalog_does_not_describe_are_refused),
        cmocka_unit_test(a_catalog_that_lies_is_refused),
    };

    return cmocka_run_group_tests(tests, open_fixture, close_fixture);
}
