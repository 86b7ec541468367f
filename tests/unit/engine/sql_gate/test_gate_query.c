/* test_gate_query.c - WITH names and who sees them, recursion, how many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gate_fixture.h"

static enum err check(struct fixture *fixture, const char *sql, struct error *e)
{
    struct gate_verdict v;

    return gate_check(&fixture_catalog, fixture->duck, str_from(sql), &v, e);
}

static void must_pass(struct fixture *fixture, const char *sql)
{
    struct error e = {0};

    if (check(fixture, sql, &e) != OK)
        fail_msg("%s: %s", sql, e.msg);
}

static void must_say(struct fixture *fixture, const char *sql, const char *says)
{
    struct error e = {0};

    if (check(fixture, sql, &e) != ERR_VALIDATION_FAILED ||
        !strstr(e.msg, says))
        fail_msg("%s: %s", sql, e.msg);
}

/* The SQL with the name where its @ is. */
static const char *with_name(const char *form, const char *name)
{
    static char sql[300];
    const char *at = strchr(form, '@');

    (void)snprintf(sql, sizeof(sql), "%.*s%s%s", (int)(at - form), form, name,
                   at + 1);
    return sql;
}

static void a_with_name_has_nothing_that_a_path_needs(void **state)
{
    static const char *const refused[] = {"a.b",
                                          "a/b",
                                          "/a",
                                          "a\\b",
                                          "a:b",
                                          "a*",
                                          "a?",
                                          "a[1]",
                                          "a\tb",
                                          "a\x1f",
                                          "duckdb_",
                                          "duckdb_x",
                                          "DuckDB_x",
                                          "pragma_x",
                                          "sqlite_master",
                                          "pg_x",
                                          "PG_class",
                                          "pg_",
                                          "information_schema",
                                          "information_schema_x"};
    static const char *const allowed[] = {
        "a b",      "a-b",       "a]b", "a;b",  "a0b9", "a@b",
        "\xc3\xb1", "a{b",       "a+b", "a)b",  "a,b!", "a>b",
        "duckdb",   "x_duckdb_", "pg",  "a\x7f"};

    for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
        must_say(*state,
                 with_name("WITH \"@\" AS (SELECT 1) SELECT 1", refused[i]),
                 "a WITH query cannot be called");
    for (size_t i = 0; i < sizeof(allowed) / sizeof(*allowed); i++)
        must_pass(*state,
                  with_name("WITH \"@\" AS (SELECT 1) SELECT 1", allowed[i]));
}

static void a_with_query_is_seen_by_what_stands_behind_and_inside(void **state)
{
    static const char *const seen[] = {
        "WITH a AS (SELECT 1), b AS (FROM a) FROM b",
        "WITH a AS (SELECT 1) SELECT * FROM (SELECT * FROM A)",
        "WITH a AS (SELECT 1) SELECT (SELECT count(*) FROM a)",
        "WITH a AS (SELECT 1) FROM a UNION ALL FROM a"};
    static const char *const unseen[] = {
        "WITH b AS (FROM a), a AS (SELECT 1) FROM b",
        "WITH a AS (FROM a) FROM a",
        "SELECT * FROM (WITH a AS (SELECT 1) FROM a), a",
        "SELECT (WITH a AS (SELECT 1) FROM a), (SELECT count(*) FROM a)",
        "WITH b AS (WITH a AS (SELECT 1) FROM a) FROM a"};

    for (size_t i = 0; i < sizeof(seen) / sizeof(*seen); i++)
        must_pass(*state, seen[i]);
    must_pass(*state, "WITH RECURSIVE a(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                      "FROM a WHERE i < 3) FROM a");
    must_say(*state,
             "WITH RECURSIVE a(i) AS (SELECT i FROM a UNION ALL SELECT i + 1 "
             "FROM a WHERE i < 3) FROM a",
             "there is no table 'a'");
    for (size_t i = 0; i < sizeof(unseen) / sizeof(*unseen); i++)
        must_say(*state, unseen[i], "there is no table 'a'");
}

static void a_recursion_needs_a_condition_or_a_limit_behind_it(void **state)
{
    static const char form[] =
        "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL @) FROM n";
    static const char *const ends[] = {
        "SELECT id + 1 FROM n WHERE id < 3",
        "SELECT max(id) + 1 FROM n HAVING max(id) < 3",
        "SELECT id + 1 FROM n QUALIFY row_number() OVER () < 3",
        "SELECT n.id + 1 FROM n JOIN data ON n.id = data.id",
        "SELECT id + 1 FROM n JOIN data USING (id)",
        "(SELECT id + 1 FROM n LIMIT 1)",
        "SELECT id FROM (SELECT id + 1 AS id FROM n WHERE id < 3)",
        "SELECT 2",
        "SELECT id FROM data"};
    static const char *const runs_on[] = {
        "SELECT id + 1 FROM n", "SELECT id + 1 FROM N, data",
        "SELECT id FROM (SELECT id + 1 AS id FROM n)"};

    for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
        must_pass(*state, with_name(form, ends[i]));
    for (size_t i = 0; i < sizeof(runs_on) / sizeof(*runs_on); i++)
        must_say(*state, with_name(form, runs_on[i]), "never ends");
}

static void a_limit_around_a_recursion_ends_it_and_an_offset_does_not(
    void **state)
{
    static const char form[] = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
                               "SELECT i + 1 FROM n) FROM n@";

    must_pass(*state, with_name(form, " LIMIT 5"));
    must_pass(*state, with_name(form, " LIMIT 5%"));
    must_pass(*state, with_name(form, " LIMIT 5 OFFSET 2"));
    must_say(*state, with_name(form, " OFFSET 5"), "never ends");
    must_say(*state, with_name(form, " ORDER BY i"), "never ends");
    must_pass(*state, "SELECT * FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION "
                      "ALL SELECT i + 1 FROM n) FROM n) LIMIT 5");
}

static void twelve_hundred_queries_pass_and_one_more_does_not(void **state)
{
    struct fixture *fixture = *state;
    static char sql[20000];
    struct error e = {0};
    size_t n = (size_t)snprintf(sql, sizeof(sql), "SELECT 1");

    for (unsigned i = 1; i < 1200; i++)
        n += (size_t)snprintf(sql + n, sizeof(sql) - n, ",(SELECT 1)");
    must_pass(fixture, sql);
    (void)snprintf(sql + n, sizeof(sql) - n, ",(SELECT 1)");
    assert_int_equal(check(fixture, sql, &e), ERR_LIMIT);
    assert_string_equal(e.msg, "the statement holds more than 1200 queries");
}

/* Wherever a value may be, a function is looked at. */
static void no_part_of_a_query_hides_a_function(void **state)
{
    static const char *const forms[] = {
        "SELECT @",
        "SELECT 1 WHERE @ = ''",
        "SELECT 1 FROM data GROUP BY @",
        "SELECT 1 FROM data GROUP BY ROLLUP (@)",
        "SELECT max(id) FROM data HAVING @ = ''",
        "SELECT 1 FROM data QUALIFY @ = ''",
        "SELECT id FROM data ORDER BY @",
        "SELECT id FROM data LIMIT @",
        "SELECT id FROM data LIMIT (@)%",
        "SELECT id FROM data LIMIT 1 OFFSET @",
        "SELECT DISTINCT ON (@) id FROM data",
        "SELECT 1 UNION ALL SELECT @",
        "SELECT @ UNION ALL SELECT 1",
        "SELECT 1 UNION ALL SELECT 2 ORDER BY @",
        "WITH a AS (SELECT @) SELECT 1",
        "WITH RECURSIVE a AS (SELECT @ UNION SELECT 1 FROM a) FROM a LIMIT 1",
        "WITH RECURSIVE a AS (SELECT 1 UNION SELECT @ FROM a) FROM a LIMIT 1",
        "SELECT * FROM data JOIN cities ON @ = ''",
        "SELECT * FROM (SELECT @)",
        "SELECT * FROM range(@)",
        "FROM (VALUES (@))",
        "DESCRIBE SELECT @",
        "PIVOT data ON city IN ('Lima') USING max(@)",
        "FROM data PIVOT (max(@) FOR city IN ('Lima'))",
        "PIVOT data ON (city || @) IN ('Lima') USING max(id)",
        "SELECT (SELECT @)",
        "SELECT 1 IN (SELECT @)",
        "SELECT @ IN (SELECT '')",
        "SELECT EXISTS (SELECT @)",
        "SELECT max(id) FILTER (WHERE @ = '') FROM data",
        "SELECT max(id ORDER BY @) FROM data",
        "SELECT @ OVER () FROM data",
        "SELECT sum(id) OVER (PARTITION BY @) FROM data",
        "SELECT sum(id) OVER (ORDER BY @) FROM data",
        "SELECT lag(id, 1, @) OVER () FROM data",
        "SELECT lag(id, id + @) OVER () FROM data",
        "SELECT sum(id) OVER (ROWS @ PRECEDING) FROM data",
        "SELECT sum(id) OVER (ROWS BETWEEN 1 PRECEDING AND @ FOLLOWING)",
        "SELECT sum(id) FILTER (WHERE @ = '') OVER () FROM data",
        "SELECT CASE WHEN @ THEN 1 END",
        "SELECT CASE WHEN true THEN @ END",
        "SELECT CASE WHEN true THEN 1 ELSE @ END",
        "SELECT CASE @ WHEN 'a' THEN 1 END",
        "SELECT @ BETWEEN 0 AND 1",
        "SELECT 1 BETWEEN @ AND 1",
        "SELECT 1 BETWEEN 0 AND @",
        "SELECT @::INTEGER",
        "SELECT @ COLLATE nocase",
        "SELECT 1 = @",
        "SELECT @ < 1",
        "SELECT true AND @",
        "SELECT NOT @",
        "SELECT @ IS NULL",
        "SELECT 1 IN (2, @)",
        "SELECT [@]",
        "SELECT [1][@]",
        "SELECT {'a': @}",
        "SELECT MAP {'a': @}",
        "SELECT abs(@)",
        "SELECT * REPLACE (@ AS id) FROM data",
        "SELECT COLUMNS(c -> @ = c) FROM data",
        "SELECT list_transform([1], x -> @)",
        "SELECT [@ FOR x IN [1]]",
        "SELECT [x FOR x IN [1] IF @]",
        "SELECT @.upper()",
    };

    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++)
        must_say(*state, with_name(forms[i], "getvariable('x')"),
                 "function 'getvariable' is not allowed");
}

#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_with_name_has_nothing_that_a_path_needs),
        TEST(a_with_query_is_seen_by_what_stands_behind_and_inside),
        TEST(a_recursion_needs_a_condition_or_a_limit_behind_it),
        TEST(a_limit_around_a_recursion_ends_it_and_an_offset_does_not),
        TEST(twelve_hundred_queries_pass_and_one_more_does_not),
        TEST(no_part_of_a_query_hides_a_function),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
