/* test_value.c - every type of DuckDB, there and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"
#include "engine/duck/duck.h"
#include "engine/duck/value.h"

#include <stdio.h>
#include <string.h>

struct sample {
    const char *sql;  /* an expression */
    const char *type; /* its name to the outside */
    const char *json;
};

static const struct sample samples[] = {
    {"true", "boolean", "true"},
    {"(-128)::TINYINT", "integer", "-128"},
    {"(-32768)::SMALLINT", "integer", "-32768"},
    {"(-2147483648)::INTEGER", "integer", "-2147483648"},
    {"999999999999999::BIGINT", "integer", "999999999999999"},
    {"1000000000000000::BIGINT", "integer", "\"1000000000000000\""},
    {"(-9223372036854775808)::BIGINT", "integer", "\"-9223372036854775808\""},
    {"255::UTINYINT", "integer", "255"},
    {"65535::USMALLINT", "integer", "65535"},
    {"4294967295::UINTEGER", "integer", "4294967295"},
    {"18446744073709551615::UBIGINT", "integer", "\"18446744073709551615\""},
    {"5::UBIGINT", "integer", "5"},
    {"(-170141183460469231731687303715884105728)::HUGEINT", "integer",
     "\"-170141183460469231731687303715884105728\""},
    {"7::HUGEINT", "integer", "7"},
    {"340282366920938463463374607431768211455::UHUGEINT", "integer",
     "\"340282366920938463463374607431768211455\""},
    {"'123456789012345678901234567890123456789012345678'::BIGNUM", "integer",
     "\"123456789012345678901234567890123456789012345678\""},
    {"0.1::FLOAT", "float", "0.1"},
    {"16777216::FLOAT", "float", "16777216"},
    {"0.1::DOUBLE + 0.2::DOUBLE", "float", "0.30000000000000004"},
    {"'nan'::DOUBLE", "float", "\"NaN\""},
    {"'-inf'::FLOAT", "float", "\"-Infinity\""},
    {"1234.50::DECIMAL(9,2)", "decimal", "1234.50"},
    {"(-0.05)::DECIMAL(4,2)", "decimal", "-0.05"},
    {"0.00::DECIMAL(18,2)", "decimal", "0.00"},
    {"99999999999999999999999999999999999.999::DECIMAL(38,3)", "decimal",
     "\"99999999999999999999999999999999999.999\""},
    {"9999999999999.99::DECIMAL(38,2)", "decimal", "9999999999999.99"},
    {"'a\"b' || chr(10) || 'ñ'", "string", "\"a\\\"b\\nñ\""},
    {"'over twelve bytes long'", "string", "\"over twelve bytes long\""},
    {"'b'::ENUM('a', 'b')", "string", "\"b\""},
    {"'550e8400-e29b-41d4-a716-446655440000'::UUID", "string",
     "\"550e8400-e29b-41d4-a716-446655440000\""},
    {"'f50e8400-e29b-41d4-a716-44665544000f'::UUID", "string",
     "\"f50e8400-e29b-41d4-a716-44665544000f\""},
    {"'{\"a\": 1}'::JSON", "string", "\"{\\\"a\\\": 1}\""},
    {"'\\x00\\xAB'::BLOB", "other", "\"00ab\""},
    {"'0101'::BIT", "other", "\"0101\""},
    {"DATE '2024-02-29'", "date", "\"2024-02-29\""},
    {"DATE '1899-12-31'", "date", "\"1899-12-31\""},
    {"DATE '0001-01-01' - 1", "date", "\"0000-12-31\""},
    {"DATE '0044-03-15 (BC)'", "date", "\"-0043-03-15\""},
    {"DATE '12024-01-01'", "date", "\"+12024-01-01\""},
    {"'infinity'::DATE", "date", "\"infinity\""},
    {"TIME '23:59:59.123'", "time", "\"23:59:59.123\""},
    {"'12:00:00.123456789'::TIME_NS", "time", "\"12:00:00.123456789\""},
    {"'12:00:00+05:30'::TIMETZ", "time", "\"12:00:00+05:30\""},
    {"'12:00:00-08'::TIMETZ", "time", "\"12:00:00-08:00\""},
    {"'12:00:00+00'::TIMETZ", "time", "\"12:00:00Z\""},
    {"TIMESTAMP '2024-01-01 10:00:00.5'", "timestamp",
     "\"2024-01-01T10:00:00.5\""},
    {"TIMESTAMP '1969-12-31 23:59:59'", "timestamp", "\"1969-12-31T23:59:59\""},
    {"TIMESTAMP_S '2024-01-01 10:00:00'", "timestamp",
     "\"2024-01-01T10:00:00\""},
    {"TIMESTAMP_MS '2024-01-01 10:00:00.25'", "timestamp",
     "\"2024-01-01T10:00:00.25\""},
    {"TIMESTAMP_NS '1969-12-31 10:00:00.000000001'", "timestamp",
     "\"1969-12-31T10:00:00.000000001\""},
    {"TIMESTAMPTZ '2024-01-01 10:00:00+02'", "timestamp",
     "\"2024-01-01T08:00:00Z\""},
    {"'-infinity'::TIMESTAMPTZ", "timestamp", "\"-infinity\""},
    {"INTERVAL '1 year 2 months 3 days 04:05:06.5'", "interval",
     "\"P1Y2M3DT4H5M6.5S\""},
    {"-INTERVAL '90 minutes 1 second'", "interval", "\"PT-1H-30M-1S\""},
    {"INTERVAL '-100 milliseconds'", "interval", "\"PT-0.1S\""},
    {"INTERVAL '0 days'", "interval", "\"PT0S\""},
    {"NULL", "integer", "null"}, /* DuckDB makes it an INTEGER */
    {"[1, NULL, 3]", "other", "[1,null,3]"},
    {"[]::INT[]", "other", "[]"},
    {"[[1], [2, 3]]::INT[][]", "other", "[[1],[2,3]]"},
    {"[1, 2]::INT[2]", "other", "[1,2]"},
    {"{'a': 1, 'b': 'x', 'c': NULL}", "other",
     "{\"a\":1,\"b\":\"x\",\"c\":null}"},
    {"row(1, 'x')", "other", "[1,\"x\"]"},
    {"[{'a': [1.50]}]", "other", "[{\"a\":[1.50]}]"},
    {"MAP {'k': 1, 'l': NULL}", "other",
     "[{\"key\":\"k\",\"value\":1},{\"key\":\"l\",\"value\":null}]"},
    {"union_value(num := 5)", "other", "5"},
    {"'x'::UNION(num INT, str VARCHAR)", "other", "\"x\""},
    {"1::VARIANT", "other", "\"1\""},
    {"'POINT (1 2)'::GEOMETRY", "other", "\"POINT (1 2)\""},
    {"[1::VARIANT]", "other", "\"[1]\""},
};

/* The JSON of every row of a query of one column, each on a line. */
static void read_all(struct duck *d, const char *sql, struct buf *out,
                     const char **type)
{
    struct error e = {0};
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    struct jsonw w;
    size_t columns;
    jsonw_init(&w, out);
    if (duck_query(d, str_from(sql), &r, &e) != OK)
        fail_msg("%s: %s", sql, e.msg);
    *type = value_type_name(duck_result_columns(r, &columns)[0].declared);
    while (duck_result_next(r, &c, &e) == OK && c.rows) {
        for (size_t i = 0; i < c.rows; i++) {
            jsonw_init(&w, out);
            value_json(&w, &c.vectors[0], i);
            buf_put_char(out, '\n');
        }
    }
    duck_result_close(r);
}

static struct duck *open_duck(void)
{
    struct error e = {0};
    struct duck *d = NULL;
    assert_int_equal(duck_open(&(struct duck_options){0}, &d, &e), OK);
    return d;
}

static void every_type_has_its_json_and_its_name(void **state)
{
    (void)state;
    struct duck *d = open_duck();
    for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
        const struct sample *s = &samples[i];
        struct buf out;
        const char *type;
        char sql[256], expected[256];
        buf_init(&out, 1u << 16);
        (void)snprintf(sql, sizeof(sql), "SELECT %s", s->sql);
        (void)snprintf(expected, sizeof(expected), "%s\n", s->json);
        read_all(d, sql, &out, &type);
        buf_put_char(&out, '\0');
        if (!str_is(str_from(out.p), expected))
            fail_msg("%s is %s not %s", s->sql, out.p, expected);
        assert_string_equal(type, s->type);
        buf_release(&out);
    }
    duck_close(d);
}

static void rows_of_every_type_survive_chunks_and_nulls(void **state)
{
    (void)state;
    struct duck *d = open_duck();
    for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
        const struct sample *s = &samples[i];
        struct buf out;
        const char *type;
        char sql[400];
        size_t n = 0, nulls = 0, good = 0;
        if (strstr(s->sql, "INT[2]") || str_is(str_from(s->sql), "NULL"))
            continue; /* DuckDB has no CASE over arrays */
        buf_init(&out, 1u << 24);
        (void)snprintf(sql, sizeof(sql),
                       "SELECT CASE WHEN i %% 3 > 0 THEN %s END "
                       "FROM range(5000) t(i)",
                       s->sql);
        read_all(d, sql, &out, &type);
        struct str rest = buf_str(&out);
        while (rest.n) {
            size_t end = str_find_char(rest, '\n');
            struct str line = str_slice(rest, 0, end);
            nulls += str_is(line, "null") && n % 3 == 0;
            good += str_is(line, s->json) && n % 3 != 0;
            rest = str_slice(rest, end + 1, rest.n);
            n++;
        }
        if (n != 5000 || nulls != 1667 || good != 3333)
            fail_msg("%s: %zu rows, %zu nulls, %zu good", s->sql, n, nulls,
                     good);
        buf_release(&out);
    }
    duck_close(d);
}

static void nested_rows_differ_from_each_other(void **state)
{
    (void)state;
    struct duck *d = open_duck();
    struct buf out;
    const char *type;
    buf_init(&out, 1u << 16);
    read_all(d,
             "SELECT {'i': i, 'c': 7, 'l': [i, NULL], 'm': MAP {i: 'x' || i}, "
             "'a': [i, i + 1]::INT[2], 's': {'t': i}} FROM range(2) t(i)",
             &out, &type);
    assert_true(str_is(
        buf_str(&out),
        "{\"i\":0,\"c\":7,\"l\":[0,null],\"m\":[{\"key\":0,\"value\":\"x0\"}],"
        "\"a\":[0,1],\"s\":{\"t\":0}}\n"
        "{\"i\":1,\"c\":7,\"l\":[1,null],\"m\":[{\"key\":1,\"value\":\"x1\"}],"
        "\"a\":[1,2],\"s\":{\"t\":1}}\n"));
    buf_release(&out);
    duck_close(d);
}

static void a_deep_type_is_text(void **state)
{
    (void)state;
    struct duck *d = open_duck();
    struct buf sql, out;
    const char *type;
    buf_init(&sql, 4096);
    buf_init(&out, 4096);
    buf_puts(&sql, "SELECT ");
    for (int i = 0; i < 50; i++)
        buf_put_char(&sql, '[');
    buf_put_char(&sql, '1');
    for (int i = 0; i < 50; i++)
        buf_put_char(&sql, ']');
    buf_put_char(&sql, '\0');
    read_all(d, sql.p, &out, &type);
    assert_int_equal(out.p[0], '"');
    assert_int_equal(out.n, 2 + 101 + 1);
    buf_release(&sql);
    buf_release(&out);
    duck_close(d);
}

static void errors_inside_a_cast_query_keep_their_place(void **state)
{
    (void)state;
    struct error e = {0};
    struct duck *d = open_duck();
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    enum err rc = duck_query(
        d, STR("SELECT 1::VARIANT,\n ('a' || range)::INT FROM range(3) --"), &r,
        &e);
    if (rc == OK)
        rc = duck_result_next(r, &c, &e);
    assert_int_equal(rc, ERR_VALIDATION_FAILED);
    assert_int_equal(e.pos.line, 2);
    assert_int_equal(e.pos.column, 16);
    duck_result_close(r);
    duck_close(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_has_its_json_and_its_name),
        cmocka_unit_test(rows_of_every_type_survive_chunks_and_nulls),
        cmocka_unit_test(nested_rows_differ_from_each_other),
        cmocka_unit_test(a_deep_type_is_text),
        cmocka_unit_test(errors_inside_a_cast_query_keep_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
