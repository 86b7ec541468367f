#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/json_tree/decimal.h"
#include "tree_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int v)
{
    return (v > 0) - (v < 0);
}

static void check(const char *a, const char *b, int expected)
{
    int ab = decimal_cmp(str_from(a), str_from(b));
    int ba = decimal_cmp(str_from(b), str_from(a));

    if (sign(ab) != expected || sign(ba) != -expected)
        fail_msg("%s against %s: %d and %d", a, b, ab, ba);
}

static void numbers_of_one_value_are_equal_however_written(void **state)
{
    (void)state;
    check("1", "1.0", 0);
    check("1", "1e0", 0);
    check("1", "10E-1", 0);
    check("1", "0.1e+1", 0);
    check("100", "1e2", 0);
    check("0.00012", "12e-5", 0);
    check("0", "-0", 0);
    check("0e999999999999999999999", "0.000", 0);
    check("-0.0E-5", "0", 0);
    check("1e0000000000000000000000000000001", "10", 0);
    check("123.4560", "123456e-3", 0);
}

static void numbers_are_ordered_by_value(void **state)
{
    static const char *const rising[] = {
        "-1e1000000000000000000000",
        "-12e3",
        "-11999.9",
        "-2",
        "-1.0000000000000000000000000000001",
        "-1",
        "-1e-99999999999999999999999",
        "0",
        "1e-999999999999999999999999",
        "1e-999999999999999999999998",
        "0.1",
        "0.10000000000000000000000000000001",
        "0.9",
        "1",
        "9007199254740992",
        "9007199254740993",
        "10000000000000000000000000000000001",
        "1e400",
        "1.1e400",
        "1e1000000000000000000000",
    };
    const int n = sizeof(rising) / sizeof(rising[0]);

    (void)state;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            check(rising[i], rising[k], sign(i - k));
    }
}

static void exponents_of_any_length_are_exact(void **state)
{
    (void)state;
    check("1e1000000000000000000000000000000",
          "10e999999999999999999999999999999", 0);
    check("1e1000000000000000000000000000000",
          "11e999999999999999999999999999999", -1);
    check("0.001e-999999999999999999999999999999",
          "1e-1000000000000000000000000000002", 0);
    check("1e99999999999999999999", "1e-99999999999999999999", 1);
}

/* A million digits: the point moved by the exponent gives the same number. */
static void long_digits_cost_no_memory_and_are_exact(void **state)
{
    static char a[MIB];
    static char b[MIB];

    (void)state;
    memset(a, '7', sizeof(a) - 1);
    memcpy(b, a, sizeof(a));
    memcpy(b, "7.", 2);
    memcpy(b + sizeof(b) - 9, "e1048565", 9);
    a[sizeof(a) - 9] = '\0'; /* 1048567 digits */
    a[sizeof(a) - 10] = '\0';
    check(a, b, 0);
    b[500000] = '8';
    check(a, b, -1);
}

static void it_agrees_with_doubles_where_those_are_exact(void **state)
{
    struct dice d = {7};

    (void)state;
    for (int i = 0; i < 20000; i++) {
        char a[64];
        char b[64];
        double x;
        double y;

        (void)snprintf(a, sizeof(a), "%s%u.%ue%d", roll(&d, 2) ? "-" : "",
                       roll(&d, 20), roll(&d, 3) * 5, (int)roll(&d, 3));
        (void)snprintf(b, sizeof(b), "%s%u.%02uE+%d", roll(&d, 2) ? "-" : "",
                       roll(&d, 200), roll(&d, 4) * 25, (int)roll(&d, 2));
        x = strtod(a, NULL);
        y = strtod(b, NULL);
        check(a, b, (x > y) - (x < y));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_one_value_are_equal_however_written),
        cmocka_unit_test(numbers_are_ordered_by_value),
        cmocka_unit_test(exponents_of_any_length_are_exact),
        cmocka_unit_test(long_digits_cost_no_memory_and_are_exact),
        cmocka_unit_test(it_agrees_with_doubles_where_those_are_exact),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
