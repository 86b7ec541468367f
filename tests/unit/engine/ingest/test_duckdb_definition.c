#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/ingest/duckdb_view.h"
#include "ingest_fixture.h"

/* "catalog.schema.table@text" of all that a query reads, "a" for one with an alias. */
static void check_reads(struct fixture *f, const char *query, const char *want)
{
    struct duckdb_reads reads;
    struct buf said;

    assert_int_equal(duckdb_definition_reads(f->duck, str_from(query),
                                             &f->arena, &reads, &f->e),
                     OK);
    buf_init(&said, 4096);
    for (size_t i = 0; i < reads.n; i++) {
        const struct duckdb_read *r = &reads.list[i];

        buf_printf(&said, "%s%.*s.%.*s.%.*s@%.*s%s", i ? " " : "",
                   STR_FMT(r->catalog), STR_FMT(r->schema), STR_FMT(r->table),
                   STR_FMT(str_slice(str_from(query), r->at, r->end)),
                   r->has_alias ? " a" : "");
    }
    buf_put_char(&said, '\0');
    assert_string_equal(said.p, want);
    buf_release(&said);
}

static void tables_are_found_where_they_are_named(void **state)
{
    struct fixture *f = *state;

    check_reads(f, "SELECT * FROM t", "..t@t");
    check_reads(f, "SELECT * FROM a.\"b c\" AS x, d.e.f JOIN t ON true",
                ".a.b c@a.\"b c\" a d.e.f@d.e.f ..t@t");
}

static void names_of_with_queries_are_no_tables(void **state)
{
    struct fixture *f = *state;

    check_reads(f, "WITH q AS (SELECT 1) SELECT * FROM q, t", "..t@t");
    check_reads(f, "WITH t AS (SELECT * FROM t) SELECT * FROM T", "..t@t");
    check_reads(f,
                "WITH RECURSIVE q AS (SELECT 1 AS n UNION ALL SELECT n + 1 "
                "FROM q, t WHERE n < 3) SELECT * FROM q",
                "..t@t");
    check_reads(f, "SELECT (WITH q AS (SELECT 1) FROM q) FROM q", "..q@q");
    check_reads(f, "WITH q AS (SELECT 1) SELECT * FROM s.q", ".s.q@s.q");
}

static void tables_of_inner_queries_and_of_a_pivot_count(void **state)
{
    struct fixture *f = *state;

    check_reads(f,
                "SELECT (SELECT max(x) FROM u) FROM t WHERE y IN (SELECT z "
                "FROM v) UNION SELECT 1 FROM w",
                "..u@u ..t@t ..v@v ..w@w");
    check_reads(f, "SELECT * FROM t PIVOT (count(*) FOR (r) IN ('N', 'S'))",
                "..t@t");
}

static void what_is_no_query_is_refused(void **state)
{
    struct fixture *f = *state;
    static const char *const wrong[] = {"DROP TABLE t", "SELECT", "",
                                        "WITH quarry_part_1 AS (SELECT 1) "
                                        "SELECT * FROM quarry_part_1"};

    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        struct duckdb_reads reads;
        enum err rc = duckdb_definition_reads(f->duck, str_from(wrong[i]),
                                              &f->arena, &reads, &f->e);

        assert_true(rc == ERR_VALIDATION_FAILED || (!rc && reads.n == 0));
    }
}

static void check_definition(struct fixture *f, const char *sql,
                             const char *query, size_t columns)
{
    struct duckdb_definition d;

    assert_int_equal(
        duckdb_definition_parse(str_from(sql), &f->arena, &d, &f->e), OK);
    assert_true(str_is(d.query, query));
    assert_int_equal(d.n, columns);
}

static void a_statement_is_taken_apart(void **state)
{
    struct fixture *f = *state;
    struct duckdb_definition d;

    check_definition(f, "CREATE VIEW v AS SELECT 1;", "SELECT 1", 0);
    check_definition(f, "CREATE OR REPLACE VIEW \"a\".\"AS (x)\".v AS FROM t",
                     "FROM t", 0);
    check_definition(f, "CREATE VIEW v (x, \"y, \"\"z\") AS SELECT 1, 2",
                     "SELECT 1, 2", 2);
    assert_int_equal(
        duckdb_definition_parse(STR("CREATE VIEW v (\"y, \"\"z\") AS SELECT 1"),
                                &f->arena, &d, &f->e),
        OK);
    assert_true(str_is(d.columns[0], "y, \"z"));
}

static void another_statement_is_refused(void **state)
{
    struct fixture *f = *state;
    static const char *const wrong[] = {"",
                                        "CREATE",
                                        "SELECT 1",
                                        "CREATE VIEW",
                                        "CREATE VIEW v",
                                        "CREATE VIEW v (",
                                        "CREATE VIEW v (1) AS SELECT 1",
                                        "CREATE TABLE v AS SELECT 1",
                                        "CREATE VIEW 'v' AS SELECT 1",
                                        "CREATE VIEW v. AS SELECT 1"};

    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        struct duckdb_definition d;

        assert_int_equal(
            duckdb_definition_parse(str_from(wrong[i]), &f->arena, &d, &f->e),
            ERR_VALIDATION_FAILED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_found_where_they_are_named),
        cmocka_unit_test(names_of_with_queries_are_no_tables),
        cmocka_unit_test(tables_of_inner_queries_and_of_a_pivot_count),
        cmocka_unit_test(what_is_no_query_is_refused),
        cmocka_unit_test(a_statement_is_taken_apart),
        cmocka_unit_test(another_statement_is_refused),
    };
    return cmocka_run_group_tests(tests, open_fixture, close_fixture);
}
