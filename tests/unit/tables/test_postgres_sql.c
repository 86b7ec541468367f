#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tables/postgres_sql.h"

#include <string.h>

static struct error e;

static void check(const char *sql, const char *want)
{
    struct buf out;

    buf_init(&out, 1 << 16);
    if (postgres_sql_write(str_from(sql), &out, &e))
        fail_msg("%s: %s", sql, e.msg);
    if (!str_is(str_trim(buf_str(&out)), want))
        fail_msg("%s\nis %s", sql, out.p);
    buf_release(&out);
}

static void what_both_have_stays(void **state)
{
    (void)state;
    check("SELECT \"a\" AS \"a\", sum(\"b\") AS \"s\" FROM \"t\" WHERE \"c\" = "
          "'it''s' AND \"d\" >= DATE '2024-01-01' GROUP BY 1 ORDER BY 2 DESC "
          "NULLS LAST LIMIT 3",
          "SELECT \"a\" AS \"a\", sum(\"b\") AS \"s\" FROM \"t\" WHERE \"c\" = "
          "'it''s' AND \"d\" >= DATE '2024-01-01' GROUP BY 1 ORDER BY 2 DESC "
          "NULLS LAST LIMIT 3");
    check(
        "SELECT count(*) FROM \"t\" WHERE (\"a\" NOT IN ('x') OR \"a\" IS NULL)",
        "SELECT count(*) FROM \"t\" WHERE (\"a\" NOT IN ('x') OR \"a\" IS NULL)");
}

static void a_subquery_gets_the_name_that_it_needs(void **state)
{
    (void)state;
    check("SELECT count(*) AS \"n\" FROM (SELECT 1 FROM \"t\")",
          "SELECT count(*) AS \"n\" FROM (SELECT 1 FROM \"t\") AS \"q1\"");
    check(
        "SELECT * FROM (SELECT \"x\" FROM \"t\") AS \"s\" LEFT JOIN (SELECT 2) "
        "AS \"u\" ON TRUE",
        "SELECT * FROM (SELECT \"x\" FROM \"t\") AS \"s\" LEFT JOIN (SELECT 2) "
        "AS \"u\" ON TRUE");
    check("WITH \"p\" AS (SELECT 1 AS \"a\") SELECT \"a\" FROM \"p\"",
          "WITH \"p\" AS (SELECT 1 AS \"a\") SELECT \"a\" FROM \"p\"");
}

static void functions_have_other_names(void **state)
{
    (void)state;
    check("SELECT strftime(\"d\", '%Y-%m') FROM \"t\"",
          "SELECT to_char(\"d\", 'YYYY-MM') FROM \"t\"");
    check(
        "SELECT CAST(date_trunc('week', \"d\") AS DATE), CAST(\"x\" AS VARCHAR) "
        "FROM \"t\"",
        "SELECT CAST(date_trunc('week', \"d\") AS date), CAST(\"x\" AS text) "
        "FROM \"t\"");
    check("SELECT \"a\" / nullif(\"b\", 0) FROM \"t\"",
          "SELECT \"a\" / 1.0 / nullif(\"b\", 0) FROM \"t\"");
}

static void qualify_is_a_query_around(void **state)
{
    (void)state;
    check(
        "SELECT \"a\" AS \"a\", sum(\"b\") AS \"s\" FROM \"t\" GROUP BY 1 QUALIFY "
        "rank() OVER (ORDER BY sum(\"b\") DESC) = 1 ORDER BY 2",
        "SELECT \"a\", \"s\" FROM (SELECT \"a\" AS \"a\", sum(\"b\") AS \"s\", "
        "(rank() OVER (ORDER BY sum(\"b\") DESC) = 1) AS \"quarry_kept\" FROM \"t\" "
        "GROUP BY 1) AS \"q1\" WHERE \"quarry_kept\" ORDER BY 2");
    check(
        "SELECT \"b\".* FROM \"b\" WHERE \"x\" = 1 QUALIFY rank() OVER "
        "(ORDER BY \"y\") = 1",
        "SELECT * FROM (SELECT \"b\".*, (rank() OVER (ORDER BY \"y\") = 1) AS "
        "\"quarry_kept\" FROM \"b\" WHERE \"x\" = 1) AS \"q1\" WHERE "
        "\"quarry_kept\"");
}

static void lists_are_arrays(void **state)
{
    (void)state;
    check("SELECT (['a', 'b'])[isodow(\"d\")] FROM \"t\"",
          "SELECT (ARRAY['a', 'b'])[ CAST(extract(isodow FROM \"d\") AS "
          "bigint)] FROM \"t\"");
    check("SELECT list_sum([sum(\"a\"), count(*)]) FROM \"t\"",
          "SELECT coalesce((sum(\"a\")) + (count(*)), sum(\"a\"), count(*)) "
          "FROM \"t\"");
}

static void a_filter_goes_into_the_form(void **state)
{
    (void)state;
    check("SELECT median(\"a\") FILTER (WHERE \"b\" = 1) AS \"m\" FROM \"t\"",
          "SELECT CAST(round(CAST(percentile_cont(0.5) WITHIN GROUP (ORDER BY "
          "CAST(\"a\" AS double precision)) FILTER (WHERE \"b\" = 1) AS "
          "numeric), 9) AS double precision) AS \"m\" FROM \"t\"");
    check("SELECT arg_min(\"a\", \"b\") FILTER (WHERE \"c\" > 1) FROM \"t\"",
          "SELECT (array_agg(\"a\" ORDER BY \"b\") FILTER (WHERE \"a\" IS NOT "
          "NULL AND \"b\" IS NOT NULL AND (\"c\" > 1)))[1] FROM \"t\"");
}

static void what_is_not_known_is_refused(void **state)
{
    static const char *const refused[] = {
        "SELECT pg_sleep(10)",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT 1; SELECT 2",
        "SELECT []",
        "SELECT [1, 2)",
        "SELECT (1]",
        "SELECT list_sum(\"a\") FROM \"t\"",
        "SELECT date_diff('month', \"a\", \"b\") FROM \"t\"",
        "SELECT * EXCLUDE (\"a\") FROM \"t\"",
        "SELECT a FROM t",
        "SELECT $1",
        "SELECT 1 -- x",
        "SELECT /* x */ 1",
        "SELECT E'\\x41'",
        "SELECT U&\"a\" FROM \"t\"",
        "SELECT \"a\"::text FROM \"t\"",
        "SELECT CAST(\"a\" AS regclass) FROM \"t\"",
        "SELECT round(\"a\") FILTER (WHERE TRUE) FROM \"t\"",
        "SELECT median(\"a\") OVER () FROM \"t\"",
        "SELECT 1 FROM \"t\" QUALIFY rank() OVER (ORDER BY \"a\") = 1",
        "DELETE FROM \"t\"",
        "WITH \"x\" AS (DELETE FROM \"t\") SELECT 1",
        "SELECT 1 FROM \"t\" FOR UPDATE",
        "SELECT \"a",
        "SELECT 'a",
        "SELECT (1",
        "SELECT 1)",
        "",
        "((((((((((((((((((((((((((((((((((((((((((((((((((",
    };
    struct buf out;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        buf_init(&out, 1 << 16);
        if (postgres_sql_write(str_from(refused[i]), &out, &e) !=
            ERR_VALIDATION_FAILED)
            fail_msg("%s is %s", refused[i], out.p);
        buf_release(&out);
    }
}

static void names_are_found_in_quotes_and_without(void **state)
{
    const struct str sql = STR("SELECT 'events' FROM \"Log\" JOIN data ON x");

    (void)state;
    assert_true(postgres_sql_names(sql, STR("log")));
    assert_true(postgres_sql_names(sql, STR("data")));
    assert_false(postgres_sql_names(sql, STR("events")));
    assert_false(postgres_sql_names(sql, STR("lo")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_both_have_stays),
        cmocka_unit_test(a_subquery_gets_the_name_that_it_needs),
        cmocka_unit_test(functions_have_other_names),
        cmocka_unit_test(qualify_is_a_query_around),
        cmocka_unit_test(lists_are_arrays),
        cmocka_unit_test(a_filter_goes_into_the_form),
        cmocka_unit_test(what_is_not_known_is_refused),
        cmocka_unit_test(names_are_found_in_quotes_and_without),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
