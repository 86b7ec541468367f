#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/jsonw.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static struct buf out;
static struct jsonw w;

static int set_up(void **state)
{
    (void)state;
    buf_init(&out, 1 << 20);
    jsonw_init(&w, &out);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    buf_release(&out);
    return 0;
}

static void commas_and_colons_are_placed(void **state)
{
    (void)state;
    jsonw_begin_object(&w);
    jsonw_key(&w, "a");
    jsonw_begin_array(&w);
    jsonw_i64(&w, INT64_MIN);
    jsonw_u64(&w, UINT64_MAX);
    jsonw_begin_object(&w);
    jsonw_end_object(&w);
    jsonw_bool(&w, true);
    jsonw_end_array(&w);
    jsonw_key_str(&w, STR("b\"c"));
    jsonw_null(&w);
    jsonw_member_raw(&w, "d", STR("1e400"));
    jsonw_member_cstr(&w, "e", NULL);
    jsonw_end_object(&w);
    assert_string_equal(out.p,
                        "{\"a\":[-9223372036854775808,18446744073709551615,{},"
                        "true],\"b\\\"c\":null,\"d\":1e400,\"e\":null}");
}

static void a_member_is_its_name_and_its_value(void **state)
{
    (void)state;
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "a", STR("x\"y"));
    jsonw_member_cstr(&w, "b", "z");
    jsonw_member_i64(&w, "c", INT64_MIN);
    jsonw_member_u64(&w, "d", UINT64_MAX);
    jsonw_member_bool(&w, "e", false);
    jsonw_member_double(&w, "f", 0.1);
    jsonw_member_null(&w, "g");
    jsonw_end_object(&w);
    assert_string_equal(out.p, "{\"a\":\"x\\\"y\",\"b\":\"z\","
                               "\"c\":-9223372036854775808,"
                               "\"d\":18446744073709551615,\"e\":false,"
                               "\"f\":0.1,\"g\":null}");
}

static void an_empty_text_or_piece_of_json_is_null(void **state)
{
    (void)state;
    jsonw_begin_object(&w);
    jsonw_member_text(&w, "a", STR("x"));
    jsonw_member_text(&w, "b", (struct str){0});
    jsonw_member_raw(&w, "c", STR("[1]"));
    jsonw_member_raw(&w, "d", STR(""));
    jsonw_key(&w, "e");
    json_write(NULL, &w);
    jsonw_end_object(&w);
    assert_string_equal(
        out.p, "{\"a\":\"x\",\"b\":null,\"c\":[1],\"d\":null,\"e\":null}");
}

static void what_json_cannot_hold_is_escaped(void **state)
{
    (void)state;
    jsonw_str(&w, STR("\"\\/\b\f\n\r\t\v\x01\x1f\x7f\0\u00e9"));
    assert_string_equal(out.p, "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u000b\\u0001\\u001f"
                               "\x7f\\u0000\u00e9\"");
}

static void bytes_that_are_not_utf8_become_the_replacement(void **state)
{
    (void)state;
    jsonw_begin_array(&w);
    jsonw_str(&w, STR("a\xff"
                      "b"));
    jsonw_str(&w, STR("\xed\xa0\x80"));
    jsonw_str(&w, STR("\xf0\x9f\x98"));
    jsonw_end_array(&w);
    assert_string_equal(out.p, "[\"a\ufffdb\",\"\ufffd\ufffd\ufffd\","
                               "\"\ufffd\ufffd\ufffd\"]");
}

static void assert_double(double v, const char *expected)
{
    buf_reset(&out);
    jsonw_init(&w, &out);
    jsonw_double(&w, v);
    assert_string_equal(out.p, expected);
}

static void a_double_is_the_shortest_that_reads_back(void **state)
{
    (void)state;
    assert_double(0.1, "0.1");
    assert_double(-0.0, "-0");
    assert_double(100, "100");
    assert_double(0.1 + 0.2, "0.30000000000000004");
    assert_double(1e21, "1e+21");
    assert_double(DBL_MAX, "1.7976931348623157e+308");
    assert_double(DBL_TRUE_MIN, "4.94065645841247e-324");
}

static void every_double_reads_back_as_itself(void **state)
{
    uint64_t bits = 0x0123456789abcdefU;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        union {
            uint64_t bits;
            double v;
        } u = {.bits = bits};

        bits = bits * 6364136223846793005U + 1442695040888963407U;
        if (!isfinite(u.v))
            continue;
        buf_reset(&out);
        jsonw_init(&w, &out);
        jsonw_double(&w, u.v);
        assert_true(strtod(out.p, NULL) == u.v);
    }
}

static void numbers_that_json_has_not_are_strings(void **state)
{
    (void)state;
    assert_double(NAN, "\"NaN\"");
    assert_double(INFINITY, "\"Infinity\"");
    assert_double(-INFINITY, "\"-Infinity\"");
}

static void an_error_is_one_value_with_its_position_if_any(void **state)
{
    struct error e = {0};

    (void)state;
    jsonw_begin_array(&w);
    (void)error_set(&e, ERR_NOT_FOUND, "no '%s'", "x");
    jsonw_error(&w, &e);
    (void)error_at(&e, ERR_LIMIT, (struct srcpos){2, 3, 9}, "m");
    jsonw_error(&w, &e);
    jsonw_end_array(&w);
    assert_string_equal(
        out.p, "[{\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"no 'x'\"}},"
               "{\"error\":{\"code\":\"LIMIT\",\"message\":\"m\",\"line\":2,"
               "\"column\":3,\"offset\":9}}]");
}

static void running_out_of_space_is_reported_at_the_end(void **state)
{
    struct error e;
    struct str s;

    (void)state;
    out.max_bytes = 10;
    jsonw_begin_array(&w);
    for (int i = 0; i < 100; i++)
        jsonw_cstr(&w, "abc");
    jsonw_end_array(&w);
    assert_int_equal(buf_finish(&out, &s, &e), ERR_LIMIT);
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* Pieces are cut at any place of such a text. */
static void long_texts_are_quoted_as_short_ones(void **state)
{
    static const char unit[] = "ab\"c\\d\n\x01\xc3\xa9\xff z";
    static const char quoted[] = "ab\\\"c\\\\d\\n\\u0001\xc3\xa9\xef\xbf\xbd z";
    struct buf text;
    struct buf large;
    struct jsonw writer;

    (void)state;
    buf_init(&text, 1 << 20);
    buf_init(&large, 1 << 20);
    for (size_t n = 0; n < 600; n++) {
        const size_t one = sizeof(quoted) - 1;

        buf_reset(&large);
        jsonw_init(&writer, &large);
        jsonw_str(&writer, buf_str(&text));
        assert_int_equal(large.n, n * one + 2);
        for (size_t i = 0; i < n; i++)
            assert_memory_equal(large.p + 1 + i * one, quoted, one);
        buf_put(&text, unit, sizeof(unit) - 1);
    }
    buf_release(&text);
    buf_release(&large);
}

static void numbers_of_any_size_are_written(void **state)
{
    struct buf large;
    struct jsonw writer;

    (void)state;
    buf_init(&large, 1000);
    jsonw_init(&writer, &large);
    jsonw_begin_array(&writer);
    jsonw_i64(&writer, INT64_MIN);
    jsonw_i64(&writer, -1);
    jsonw_i64(&writer, 0);
    jsonw_i64(&writer, INT64_MAX);
    jsonw_u64(&writer, UINT64_MAX);
    jsonw_end_array(&writer);
    assert_string_equal(large.p,
                        "[-9223372036854775808,-1,0,9223372036854775807,"
                        "18446744073709551615]");
    buf_release(&large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(commas_and_colons_are_placed),
        T(a_member_is_its_name_and_its_value),
        T(an_empty_text_or_piece_of_json_is_null),
        T(what_json_cannot_hold_is_escaped),
        T(bytes_that_are_not_utf8_become_the_replacement),
        T(a_double_is_the_shortest_that_reads_back),
        T(every_double_reads_back_as_itself),
        T(numbers_that_json_has_not_are_strings),
        T(an_error_is_one_value_with_its_position_if_any),
        T(running_out_of_space_is_reported_at_the_end),
        T(long_texts_are_quoted_as_short_ones),
        T(numbers_of_any_size_are_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
