#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "ingest_fixture.h"

/* A Parquet file of the rows of a query, at f->file. */
static void make(struct fixture *f, const char *sql)
{
    char text[600];

    (void)snprintf(text, sizeof(text), "COPY (%s) TO '%s' (FORMAT parquet)",
                   sql, f->file);
    assert_int_equal(duck_exec(f->duck, text, &f->e), OK);
}

static void types_and_order_are_those_of_the_file(void **state)
{
    struct fixture *f = *state;

    make(f, "SELECT i AS id, 'n' || i AS name, (i * 1.5)::DECIMAL(10,2) AS x, "
            "DATE '2024-01-01' + i::INT AS d, [i] AS l, i = 0 AS b FROM "
            "range(2) t(i)");
    assert_int_equal(run_file(f, f->file), OK);
    check_query(f, "FROM made.main.data",
                "[0,\"n0\",0.00,\"2024-01-01\",[0],true]"
                "[1,\"n1\",1.50,\"2024-01-02\",[1],false]");
    check_map_has(f, "{\"format\":\"parquet\",\"delimiter\":null,");
    check_map_has(f, "\"row_count\":2,\"column_count\":6,");
    check_map_has(f, "\"total_rows_not_looked_for\":true");
    check_map_has(f, "{\"name\":\"x\",\"index\":2,\"inferred_type\":"
                     "\"decimal\",\"sql_type\":\"DECIMAL(10,2)\"}");
    check_map_has(f, "\"inferred_type\":\"other\",\"sql_type\":\"BIGINT[]\"");
}

static void many_rows_keep_their_order(void **state)
{
    struct fixture *f = *state;

    make(f, "SELECT i FROM range(300000) t(i)");
    assert_int_equal(run_file(f, f->file), OK);
    check_query(f,
                "SELECT count(*), sum(i) FROM made.main.data WHERE rowid = i",
                "[300000,44999850000]");
}

static void a_name_that_the_engine_uses_is_changed_and_reported(void **state)
{
    struct fixture *f = *state;

    make(f, "SELECT 1 AS rowid, 2 AS \"a\"\"b\"");
    assert_int_equal(run_file(f, f->file), OK);
    check_query(f, "SELECT rowid_2, \"a\"\"b\" FROM made.main.data", "[1,2]");
    check_map_has(f, "\"original_name\":\"rowid\"");
}

static void a_damaged_file_is_refused_and_leaves_no_copy(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(run_bytes(f, STR("PAR1 and nothing of it PAR1")),
                     ERR_FILE_READ_FAILED);
    assert_null(strstr(f->e.msg, "/"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(types_and_order_are_those_of_the_file,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(many_rows_keep_their_order,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            a_name_that_the_engine_uses_is_changed_and_reported, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            a_damaged_file_is_refused_and_leaves_no_copy, open_fixture,
            close_fixture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
