#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tables/server_distinct.h"

static struct arena a;
static struct error e;
static struct server_table list[3];
static const struct server_tables tables = {.list = list, .n = 3};

static void add(size_t i, const char *sql, const char *columns)
{
    struct json *root;
    struct str text;

    assert_int_equal(
        str_printf(&a, &text, &e, "{\"fidelity\":{\"columns\":[%s]}}", columns),
        OK);
    assert_int_equal(json_parse(text, &json_default_limits, &a, &root, &e), OK);
    list[i] = (struct server_table){.sql = str_from(sql), .table = root};
}

#define KEY(name)  "{\"name\":\"" name "\",\"is_key\":true}"
#define CELL(name) "{\"name\":\"" name "\",\"is_key\":false}"

static int set_up(void **state)
{
    (void)state;
    add(0, "visits", KEY("id") "," CELL("buyer"));
    add(1, "buyers", KEY("id") "," CELL("city"));
    add(2, "lines", KEY("order") "," KEY("line"));
    return 0;
}

static bool drops(const char *sql)
{
    struct str out;

    assert_int_equal(server_distinct_drop(str_from(sql), &tables, &a, &out, &e),
                     OK);
    return str_find(out, STR("DISTINCT")) == out.n;
}

static void a_key_occurs_once_in_its_table(void **state)
{
    (void)state;
    assert_true(
        drops("SELECT count(DISTINCT \"id\") AS \"n\" FROM \"visits\""));
    assert_false(
        drops("SELECT \"d\", count(DISTINCT \"id\") FROM \"visits\" WHERE "
              "\"d\" = 'a FROM b' GROUP BY 1"));
    assert_true(
        drops("SELECT count(DISTINCT \"id\") FROM \"visits\" WHERE \"d\" "
              "IN ('phone') GROUP BY 1"));
    assert_false(drops("SELECT count(DISTINCT \"buyer\") FROM \"visits\""));
    assert_false(drops("SELECT count(DISTINCT \"order\") FROM \"lines\""));
}

static void a_join_by_the_other_key_keeps_it_so(void **state)
{
    (void)state;
    assert_true(drops(
        "SELECT count(DISTINCT \"id\") FROM (SELECT \"visits\".*, "
        "\"buyers\".\"city\" AS \"city\" FROM \"visits\" LEFT JOIN \"buyers\" ON "
        "\"visits\".\"buyer\" = \"buyers\".\"id\") GROUP BY 1"));
    assert_true(drops(
        "SELECT count(DISTINCT \"id\") FROM \"visits\" LEFT JOIN \"buyers\" AS "
        "\"b\" ON \"visits\".\"buyer\" = \"b\".\"id\""));
}

static void anything_else_stays(void **state)
{
    static const char *const others[] = {
        "SELECT count(DISTINCT \"id\") FROM \"visits\", \"buyers\"",
        "SELECT count(DISTINCT \"id\") FROM \"visits\" AS \"v\", \"buyers\"",
        "SELECT count(DISTINCT \"id\") FROM (SELECT * FROM \"visits\"), \"buyers\"",
        "SELECT count(DISTINCT \"id\") FROM (SELECT * FROM \"visits\") join "
        "\"buyers\" ON TRUE",
        "SELECT count(DISTINCT \"id\") FROM \"visits\" JOIN \"buyers\" ON TRUE",
        "SELECT count(DISTINCT \"id\") FROM \"visits\" LEFT JOIN \"buyers\" ON "
        "\"visits\".\"buyer\" = \"buyers\".\"city\"",
        "SELECT count(DISTINCT \"id\") FROM \"visits\" LEFT JOIN \"buyers\" ON "
        "\"visits\".\"buyer\" = \"buyers\".\"id\" OR TRUE",
        "SELECT count(DISTINCT \"id\") FROM \"visits\" LEFT JOIN \"lines\" ON "
        "\"visits\".\"buyer\" = \"lines\".\"order\"",
        "SELECT count(DISTINCT \"id\") FROM (SELECT \"id\" FROM \"visits\" UNION "
        "ALL SELECT \"id\" FROM \"visits\")",
        "SELECT 'count(DISTINCT \"id\")' FROM \"visits\"",
        "SELECT count(DISTINCT \"id\"",
        "SELECT count(DISTINCT \"id",
        "SELECT count(DISTINCT \"id\") FROM (SELECT * FROM \"visits\"",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (drops(others[i]))
            fail_msg("%s", others[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_occurs_once_in_its_table),
        cmocka_unit_test(a_join_by_the_other_key_keeps_it_so),
        cmocka_unit_test(anything_else_stays),
    };
    int failed;

    arena_init(&a, 1 << 20);
    failed = cmocka_run_group_tests(tests, set_up, NULL);
    arena_release(&a);
    return failed;
}
