#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/xlsx/date_serial.h"

#include <stdio.h>
#include <string.h>

static const char *text(double days, enum format_class format, bool date1904)
{
    static char out[SERIAL_BYTES + 8];
    struct serial s;

    serial_read(days, format, date1904, &s);
    (void)snprintf(out, sizeof(out), "%c%.*s%s", "DMTUPN"[s.kind], (int)s.n,
                   s.text, s.day_zero ? " zero" : "");
    return out;
}

static void days_of_1900_have_a_29_february(void **state)
{
    (void)state;
    assert_string_equal(text(1, FORMAT_DATE, false), "D1900-01-01");
    assert_string_equal(text(59, FORMAT_DATE, false), "D1900-02-28");
    assert_string_equal(text(60, FORMAT_DATE, false), "P1900-02-29");
    assert_string_equal(text(60.5, FORMAT_DATETIME, false),
                        "P1900-02-29 12:00:00");
    assert_string_equal(text(61, FORMAT_DATE, false), "D1900-03-01");
    assert_string_equal(text(45000, FORMAT_DATE, false), "D2023-03-15");
    assert_string_equal(text(2958465, FORMAT_DATE, false), "D9999-12-31");
    assert_string_equal(text(2958466, FORMAT_DATE, false), "N");
    assert_string_equal(text(-1, FORMAT_DATE, false), "N");
}

static void days_of_1904_have_none(void **state)
{
    (void)state;
    assert_string_equal(text(0, FORMAT_DATE, true), "D1904-01-01");
    assert_string_equal(text(60, FORMAT_DATE, true), "D1904-03-01");
    assert_string_equal(text(43538, FORMAT_DATE, true), "D2023-03-15");
    assert_string_equal(text(2957003, FORMAT_DATE, true), "D9999-12-31");
    assert_string_equal(text(2957004, FORMAT_DATE, true), "N");
}

static void day_zero_is_the_day_before_the_first(void **state)
{
    (void)state;
    assert_string_equal(text(0, FORMAT_DATE, false), "D1899-12-31 zero");
    assert_string_equal(text(0.5, FORMAT_DATETIME, false),
                        "M1899-12-31 12:00:00 zero");
}

static void nothing_is_dropped_that_the_format_does_not_show(void **state)
{
    (void)state;
    assert_string_equal(text(45000.5, FORMAT_DATE, false),
                        "M2023-03-15 12:00:00");
    assert_string_equal(text(45000.5, FORMAT_TIME, false),
                        "M2023-03-15 12:00:00");
    assert_string_equal(text(45000, FORMAT_DATETIME, false),
                        "M2023-03-15 00:00:00");
}

static void times_are_rounded_to_milliseconds(void **state)
{
    (void)state;
    assert_string_equal(text(0.75, FORMAT_TIME, false), "T18:00:00");
    assert_string_equal(text(1.0 / 3, FORMAT_TIME, false), "T08:00:00");
    assert_string_equal(text(0.000002893518518, FORMAT_TIME, false),
                        "T00:00:00.250");
    assert_string_equal(text(45000.99999999999, FORMAT_DATETIME, false),
                        "M2023-03-16 00:00:00");
}

static void durations_pass_24_hours_and_zero(void **state)
{
    (void)state;
    assert_string_equal(text(1.5, FORMAT_DURATION, false), "U36:00:00");
    assert_string_equal(text(-0.0208333333333333, FORMAT_DURATION, false),
                        "U-00:30:00");
    assert_string_equal(text(1e10, FORMAT_DURATION, false), "N");
}

static void every_day_follows_the_one_before(void **state)
{
    char before[16] = "D1900-02-28";

    (void)state;
    for (int day = 61; day <= 2958465; day += 7) {
        const char *now = text(day, FORMAT_DATE, false);

        assert_true(strcmp(before, now) < 0);
        (void)snprintf(before, sizeof(before), "%s", now);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_of_1900_have_a_29_february),
        cmocka_unit_test(days_of_1904_have_none),
        cmocka_unit_test(day_zero_is_the_day_before_the_first),
        cmocka_unit_test(nothing_is_dropped_that_the_format_does_not_show),
        cmocka_unit_test(times_are_rounded_to_milliseconds),
        cmocka_unit_test(durations_pass_24_hours_and_zero),
        cmocka_unit_test(every_day_follows_the_one_before),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
