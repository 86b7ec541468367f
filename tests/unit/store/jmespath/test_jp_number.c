#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "store/jmespath/jp_number.h"

#include "store/json_tree/decimal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* A number of up to 22 digits, some with a point, some with an exponent. */
static struct str random_number(uint64_t *dice, char text[80])
{
    unsigned whole = (unsigned)(next_random(dice) % 12);
    uint64_t digits = next_random(dice) % 10000000000U;
    int n = snprintf(text, 80, "%s%" PRIu64, next_random(dice) % 2 ? "-" : "",
                     whole ? next_random(dice) >> (5 * whole) : 0);

    if (next_random(dice) % 2)
        n += snprintf(text + n, (size_t)(80 - n), ".%010" PRIu64, digits);
    if (next_random(dice) % 4 == 0)
        n += snprintf(text + n, (size_t)(80 - n), "e%d",
                      (int)(next_random(dice) % 40) - 20);
    return (struct str){text, (size_t)n};
}

static int sign(int v)
{
    return (v > 0) - (v < 0);
}

static void short_numbers_are_ordered_as_long_ones(void **state)
{
    uint64_t dice = UINT64_C(88172645463325252);
    char one[80];
    char two[80];

    (void)state;
    for (int i = 0; i < 20000; i++) {
        struct str a = random_number(&dice, one);
        struct str b = random_number(&dice, two);

        if (sign(jp_number_cmp(a, b)) != sign(decimal_cmp(a, b)))
            fail_msg("%s and %s", one, two);
        assert_int_equal(jp_number_cmp(a, a), 0);
    }
}

static const char *sum_of(const char *const *texts, size_t n)
{
    struct jp_sum sum = {0};
    struct str out = {0};

    for (size_t i = 0; i < n; i++)
        assert_true(jp_sum_add(&sum, str_from(texts[i])));
    assert_int_equal(jp_sum_total(&sum, &arena, &out, &err), OK);
    return out.p;
}

static void a_sum_is_what_adding_by_hand_gives(void **state)
{
    static const char *const carries[] = {"999999999.999999999", "0.000000001",
                                          "-1000000000"};
    static const char *const borrows[] = {"1000000000000000000000000000",
                                          "-0.0000000000000000001"};
    static const char *const below[] = {"-3", "1.25", "-0.75", "1e-3"};

    (void)state;
    assert_string_equal(sum_of(carries, 3), "0");
    assert_string_equal(sum_of(borrows, 2),
                        "999999999999999999999999999.9999999999999999999");
    assert_string_equal(sum_of(below, 4), "-2.499");
    assert_string_equal(sum_of(NULL, 0), "0");
}

/* Each number and its negative, in another order: nothing is left. */
static void what_is_added_and_taken_away_leaves_nothing(void **state)
{
    enum { N = 2000 };
    static char text[2 * N][80];
    struct jp_sum sum = {0};
    struct str out = {0};
    uint64_t dice = 42;

    (void)state;
    for (size_t i = 0; i < N; i++) {
        struct str s = random_number(&dice, text[i]);
        bool negative = s.p[0] == '-';

        (void)snprintf(text[2 * N - 1 - i], 80, "%s%s", negative ? "" : "-",
                       s.p + negative);
    }
    for (size_t i = 0; i < 2 * N; i++)
        assert_true(jp_sum_add(&sum, str_from(text[i])));
    assert_int_equal(jp_sum_total(&sum, &arena, &out, &err), OK);
    assert_string_equal(out.p, "0");
}

static void only_json_numbers_are_numbers(void **state)
{
    static const char *const yes[] = {"0",    "-0",   "10",  "1.0",
                                      "1e5",  "1E+5", "0e0", "-1.25e-7",
                                      "1e00", "0.000"};
    static const char *const no[] = {
        "",   "-",  "00", "01",  "1.",  ".1",   "1e",    "1e+",     "+1",
        " 1", "1 ", "1a", "0x1", "--1", "1.e1", "1e1.0", "Infinity"};

    (void)state;
    for (size_t i = 0; i < sizeof(yes) / sizeof(yes[0]); i++)
        assert_true(jp_number_is(str_from(yes[i])));
    for (size_t i = 0; i < sizeof(no) / sizeof(no[0]); i++)
        assert_false(jp_number_is(str_from(no[i])));
}

/* floor <= x <= ceil, both whole and at most 1 apart. */
static void rounding_encloses_the_number(void **state)
{
    uint64_t dice = 7;
    char text[80];

    (void)state;
    for (int i = 0; i < 5000; i++) {
        struct str x = random_number(&dice, text);
        struct str low = {0};
        struct str high = {0};
        struct str one = STR("1");
        struct jp_sum gap = {0};

        assert_int_equal(jp_number_round(x, false, &arena, &low, &err), OK);
        assert_int_equal(jp_number_round(x, true, &arena, &high, &err), OK);
        assert_true(decimal_cmp(low, x) <= 0 && decimal_cmp(x, high) <= 0);
        assert_int_equal(str_find_char(low, '.'), low.n);
        assert_int_equal(str_find_char(high, '.'), high.n);
        assert_true(jp_number_is(low) && jp_number_is(high));
        assert_true(jp_sum_add(&gap, low) && jp_sum_add(&gap, one));
        assert_int_equal(jp_sum_total(&gap, &arena, &one, &err), OK);
        assert_true(decimal_cmp(high, one) <= 0);
        arena_reset(&arena);
    }
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(short_numbers_are_ordered_as_long_ones),
        T(a_sum_is_what_adding_by_hand_gives),
        T(what_is_added_and_taken_away_leaves_nothing),
        T(only_json_numbers_are_numbers),
        T(rounding_encloses_the_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
