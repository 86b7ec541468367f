#include "profile_fixture.h"

#include "base/nightly.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static void a_profile_has_these_fields_in_this_order(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT * FROM (VALUES"
               " (1, 'b', true, DATE '2024-01-02'),"
               " (3, 'a', false, DATE '2024-01-01'),"
               " (2, 'b', NULL, NULL)) v(n, s, t, d)");
    assert_answer(
        "{\"row_count\":3,\"columns\":["
        "{\"name\":\"n\",\"index\":0,\"inferred_type\":\"integer\","
        "\"nullable\":false,\"non_null_count\":3,\"distinct_estimate\":3,"
        "\"sample_values\":[1,3,2],\"min\":1,\"max\":3,\"mean\":2,\"sum\":6,"
        "\"stddev\":1,\"median\":2,\"q1\":1.5,\"q3\":2.5},"
        "{\"name\":\"s\",\"index\":1,\"inferred_type\":\"string\","
        "\"nullable\":false,\"non_null_count\":3,\"distinct_estimate\":2,"
        "\"sample_values\":[\"b\",\"a\"],\"min\":\"a\",\"max\":\"b\","
        "\"min_length\":1,\"max_length\":1,\"most_common\":[{\"value\":\"b\","
        "\"count\":2},{\"value\":\"a\",\"count\":1}],\"dictionary\":{"
        "\"complete\":true,\"values\":[\"b\",\"a\"]}},"
        "{\"name\":\"t\",\"index\":2,\"inferred_type\":\"boolean\","
        "\"nullable\":true,\"non_null_count\":2,\"distinct_estimate\":2,"
        "\"sample_values\":[true,false],\"min\":false,\"max\":true,"
        "\"true_count\":1,\"false_count\":1},"
        "{\"name\":\"d\",\"index\":3,\"inferred_type\":\"date\","
        "\"nullable\":true,\"non_null_count\":2,\"distinct_estimate\":2,"
        "\"sample_values\":[\"2024-01-02\",\"2024-01-01\"],"
        "\"min\":\"2024-01-01\",\"max\":\"2024-01-02\"}]}");
}

static void a_table_without_rows_has_a_profile(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data (n INTEGER, x DOUBLE, s VARCHAR,"
               " t BOOLEAN)");
    assert_member(0, "sum", "null");
    assert_member(0, "median", "null");
    assert_member(1, "mean", "null");
    assert_member(2, "min_length", "null");
    assert_member(2, "most_common", "[]");
    assert_member(2, "dictionary", "{\"complete\":true,\"values\":[]}");
    assert_member(3, "true_count", "0");
    for (unsigned i = 0; i < 4; i++) {
        assert_member(i, "nullable", "false");
        assert_member(i, "distinct_estimate", "0");
        assert_member(i, "sample_values", "[]");
        assert_member(i, "min", "null");
    }
}

static void a_column_of_nulls_has_no_values(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT NULL::VARCHAR AS s,"
               " NULL::DECIMAL(9,2) AS n FROM range(5)");
    assert_member(0, "nullable", "true");
    assert_member(0, "non_null_count", "0");
    assert_member(0, "most_common", "[]");
    assert_member(1, "sum", "null");
    assert_member(1, "stddev", "null");
}

static void every_type_can_be_profiled(void **state)
{
    (void)state;
    profile_of(
        "CREATE TABLE src.data AS SELECT 1::UTINYINT AS a, 2::HUGEINT AS b,"
        " 3::UHUGEINT AS c, 1.5::FLOAT AS d, 'x'::BLOB AS e,"
        " 'm'::ENUM('m', 'n') AS f, '1'::BIT AS g, uuid() AS h,"
        " TIME '10:00:00' AS i, TIMESTAMPTZ '2024-01-01 00:00:00Z' AS j,"
        " INTERVAL '2 days' AS k, [1, 2] AS l, {'a': 1} AS m, MAP {'a': 1} AS n,"
        " TIMESTAMP_NS '2024-01-01 00:00:00' AS o, '10:00:00+01'::TIMETZ AS p,"
        " union_value(num := 5) AS q, '77'::BIGNUM AS r, [1, 2]::INT[2] AS s"
        " FROM range(3)");
    for (unsigned i = 0; i < 19; i++) {
        assert_member(i, "non_null_count", "3");
        assert_member(i, "distinct_estimate", i == 7 ? "3" : "1");
    }
    assert_member(3, "sum", "4.5");
    assert_member(5, "most_common", "[{\"value\":\"m\",\"count\":3}]");
    assert_member(7, "min_length", "36");
    assert_member(10, "max", "\"P2D\"");
    assert_member(11, "sample_values", "[[1,2]]");
    assert_member(11, "min", "null");
}

static void names_of_any_bytes_are_only_names(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.\"x\"\"; --\" AS SELECT 'v' AS \"a\"\"b\","
               " 2 AS \"'; DROP TABLE x; --\", 3.5::DOUBLE AS \")\n(\","
               " 9 AS \"%s%n\"");
    assert_member(0, "name", "\"a\\\"b\"");
    assert_member(0, "most_common", "[{\"value\":\"v\",\"count\":1}]");
    assert_member(1, "sum", "2");
    assert_member(2, "mean", "3.5");
    assert_member(3, "sum", "9");
}

/* Two threads, two row groups and more; what threads change would show. */
static void profiles_are_the_same_bytes(void **state)
{
    const int profiles = nightly() ? 20 : 4;
    struct str first = {0};

    (void)state;
    make_and_open(
        "CREATE TABLE src.data AS SELECT (hash(i) % 1000003)::DOUBLE / 997 AS x,"
        " (hash(i + 1) % 90000)::DECIMAL(18,3) / 7 AS n, 'v' || hash(i) % 30000"
        " AS s, 'v' || hash(i) % 9 AS t, i % 3 = 0 AS b,"
        " CASE WHEN i % 2 = 0 THEN -0.0::DOUBLE ELSE 0.0 END AS z"
        " FROM range(300000) r(i)");
    for (int n = 0; n < profiles; n++) {
        run_profile();
        if (n == 0)
            assert_int_equal(str_dup(buf_str(&answer), &arena, &first, &err),
                             OK);
        else
            assert_true(str_eq(first, buf_str(&answer)));
    }
    assert_member(5, "min", "0");
    assert_member(5, "max", "0");
}

static void a_table_of_many_columns_stays_within_bounds(void **state)
{
    const int columns = nightly() ? 1000 : 250;
    const int step = 1000 / columns;
    struct buf sql;
    struct str text;

    (void)state;
    buf_init(&sql, 1 << 20);
    buf_puts(&sql, "CREATE TABLE src.data AS SELECT ");
    for (int i = 0; i < columns; i++)
        buf_printf(&sql, "%srepeat('long ', %d) || (i %% 7) AS c%d",
                   i ? ", " : "", (i + 1) * step, i);
    buf_puts(&sql, " FROM range(50) r(i)");
    buf_put_char(&sql, '\0');
    assert_int_equal(buf_finish(&sql, &text, &err), OK);
    profile_of(text.p);
    buf_release(&sql);
    assert_true(answer.n < (size_t)columns << 13);
    assert_member((unsigned)columns - 1, "max_length", "5001");
}

static atomic_bool profiled;

/* As a session does it: again until the request ends. */
static void *interrupt(void *unused)
{
    (void)unused;
    while (!profiled) {
        duck_interrupt(duck);
        sched_yield();
    }
    return NULL;
}

static void a_profile_can_be_interrupted_anywhere(void **state)
{
    pthread_t thread;
    enum err rc;

    (void)state;
    make_and_open("CREATE TABLE src.data AS SELECT 's' || i AS s, i AS n,"
                  " i / 7 AS x FROM range(300000) r(i)");
    profiled = false;
    assert_int_equal(pthread_create(&thread, NULL, interrupt, NULL), 0);
    rc = profile_run(duck, catalog, &arena, begin_answer(), &err);
    profiled = true;
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(rc, ERR_TIMEOUT);
    run_profile();
    assert_member(1, "distinct_estimate", "300000");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_profile_has_these_fields_in_this_order),
        TEST(a_table_without_rows_has_a_profile),
        TEST(a_column_of_nulls_has_no_values),
        TEST(every_type_can_be_profiled),
        TEST(names_of_any_bytes_are_only_names),
        TEST(profiles_are_the_same_bytes),
        TEST(a_table_of_many_columns_stays_within_bounds),
        TEST(a_profile_can_be_interrupted_anywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
