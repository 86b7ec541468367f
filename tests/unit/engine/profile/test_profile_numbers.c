#include "profile_fixture.h"

static void sums_of_decimals_and_integers_are_exact(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT"
               " 0.10::DECIMAL(18,2) AS a,"
               " 9007199254740993::BIGINT AS b,"
               " 12345678901234567890.12::DECIMAL(38,2) AS c"
               " FROM range(100001)");
    assert_member(0, "sum", "10000.10");
    assert_member(0, "mean", "0.1");
    assert_member(1, "sum", "\"900728932673354040993\"");
    assert_member(2, "sum", "\"1234580235802358023579890.12\"");
}

static void a_sum_beyond_38_digits_is_null_and_spoils_no_other(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT"
               " 90000000000000000000000000000000000000::DECIMAL(38,0) AS a,"
               " 5 AS b FROM range(9)");
    assert_member(0, "sum", "null");
    assert_member(0, "mean", "9e+37");
    assert_member(0, "stddev", "0");
    assert_member(0, "max", "\"90000000000000000000000000000000000000\"");
    assert_member(1, "sum", "45");
    assert_member(1, "stddev", "0");
}

/* 0.1 ten million times over would drift without compensation. */
static void sums_of_floats_are_compensated(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT 0.1::DOUBLE AS x"
               " FROM range(1000000)");
    assert_member(0, "sum", "100000");
    assert_member(0, "mean", "0.1");
}

static void non_finite_values_are_counted_separately(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT unnest(['1.5', 'nan', '2.5',"
               " 'inf', '-inf', '3.5', NULL]::DOUBLE[]) AS x,"
               " unnest([1, 2, 3, 4, 5, 6, 7]::DOUBLE[]) AS y,"
               " unnest(['nan', 'nan']::DOUBLE[]) AS z");
    assert_member(0, "non_null_count", "6");
    assert_member(0, "sum", "7.5");
    assert_member(0, "mean", "2.5");
    assert_member(0, "stddev", "1");
    assert_member(0, "median", "2.5");
    assert_member(0, "min", "1.5");
    assert_member(0, "max", "3.5");
    assert_member(0, "not_finite_count", "3");
    assert_member(1, "not_finite_count", NULL);
    assert_member(2, "not_finite_count", "2");
    assert_member(2, "max", "null");
    assert_member(2, "median", "null");
    assert_member(2, "sum", "null");
}

static void floats_that_overflow_give_what_can_be_had(void **state)
{
    (void)state;
    profile_of(
        "CREATE TABLE src.data AS SELECT"
        " unnest([1e308, 1e308, -1e308, 1.5e308]::DOUBLE[]) AS x, 2 AS y");
    assert_member(0, "median", "1e+308");
    assert_member(0, "max", "1.5e+308");
    assert_member(1, "sum", "8");
    assert_member(1, "stddev", "0");
}

/* Column k holds k - 1 down to 0, so its quartiles are at (k - 1) n / 4. */
static void quartiles_are_interpolated_without_rounding(void **state)
{
    static const char *const quarter[] = {"", ".25", ".5", ".75"};
    static const char *const keys[] = {"q1", "median", "q3"};
    struct buf sql;
    struct str text;
    char expected[32];

    (void)state;
    buf_init(&sql, 1 << 16);
    buf_puts(&sql, "CREATE TABLE src.data AS SELECT 0 AS zero");
    for (int k = 1; k < 20; k++)
        buf_printf(&sql, ", CASE WHEN i < %d THEN %d - i END::%s AS c%d", k,
                   k - 1, k % 2 ? "DOUBLE" : "BIGINT", k);
    buf_puts(&sql, " FROM range(20) r(i)");
    buf_put_char(&sql, '\0');
    assert_int_equal(buf_finish(&sql, &text, &err), OK);
    profile_of(text.p);
    buf_release(&sql);
    for (int k = 1; k < 20; k++) {
        for (int n = 1; n <= 3; n++) {
            (void)snprintf(expected, sizeof(expected), "%d%s", (k - 1) * n / 4,
                           quarter[(k - 1) * n % 4]);
            assert_member((unsigned)k, keys[n - 1], expected);
        }
    }
}

static void quartiles_of_decimals_have_the_digits_they_need(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT"
               " unnest([1.01, 1.02]::DECIMAL(4,2)[]) AS a,"
               " unnest([-0.01, -0.04]::DECIMAL(4,2)[]) AS b,"
               " unnest([10.00, 20.00]::DECIMAL(4,2)[]) AS c,"
               " unnest([9007199254740993, 9007199254740995]) AS d,"
               " unnest([1, 3]::HUGEINT[]) AS e");
    assert_member(0, "median", "1.015");
    assert_member(0, "q1", "1.0125");
    assert_member(1, "median", "-0.025");
    assert_member(1, "q3", "-0.0175");
    assert_member(2, "median", "15.00");
    assert_member(2, "q1", "12.50");
    assert_member(3, "median", "\"9007199254740994\"");
    assert_member(3, "q1", "\"9007199254740993.5\"");
    assert_member(4, "median", "2");
}

static void one_value_has_quartiles_and_no_deviation(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT 7 AS x");
    assert_member(0, "median", "7");
    assert_member(0, "q1", "7");
    assert_member(0, "q3", "7");
    assert_member(0, "stddev", "null");
}

static void lengths_are_in_characters(void **state)
{
    (void)state;
    profile_of("CREATE TABLE src.data AS SELECT unnest(['上海', 'Bogotá', ''])"
               " AS x");
    assert_member(0, "min_length", "0");
    assert_member(0, "max_length", "6");
}

static void a_batch_may_hold_no_number_and_many_columns_make_many(void **state)
{
    struct buf sql;
    struct str text;

    (void)state;
    buf_init(&sql, 1 << 16);
    buf_puts(&sql, "CREATE TABLE src.data AS SELECT ");
    for (int i = 0; i < 150; i++)
        buf_printf(&sql, i < 100 ? "'x' AS c%d, " : "7 AS c%d, ", i);
    buf_puts(&sql, "true AS t");
    buf_put_char(&sql, '\0');
    assert_int_equal(buf_finish(&sql, &text, &err), OK);
    profile_of(text.p);
    buf_release(&sql);
    assert_member(99, "max", "\"x\"");
    assert_member(100, "sum", "7");
    assert_member(149, "sum", "7");
    assert_member(149, "sample_values", "[7]");
    assert_member(150, "true_count", "1");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(sums_of_decimals_and_integers_are_exact),
        TEST(a_sum_beyond_38_digits_is_null_and_spoils_no_other),
        TEST(sums_of_floats_are_compensated),
        TEST(non_finite_values_are_counted_separately),
        TEST(floats_that_overflow_give_what_can_be_had),
        TEST(quartiles_are_interpolated_without_rounding),
        TEST(quartiles_of_decimals_have_the_digits_they_need),
        TEST(one_value_has_quartiles_and_no_deviation),
        TEST(lengths_are_in_characters),
        TEST(a_batch_may_hold_no_number_and_many_columns_make_many),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
