#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void the_clock_never_goes_back(void **state)
{
    uint64_t before = clock_ns();

    (void)state;
    for (int i = 0; i < 1000; i++) {
        uint64_t now = clock_ns();

        assert_true(now >= before);
        before = now;
    }
}

static void both_units_count_from_the_same_start(void **state)
{
    uint64_t before = clock_ns() / 1000000;
    uint64_t ms = clock_ms();
    uint64_t after = clock_ns() / 1000000;

    (void)state;
    assert_true(before <= ms && ms <= after);
}

/* Not of time(), which may be a tick after, in the second before. */
static int64_t wall_ms(void)
{
    struct timespec now;

    assert_int_equal(clock_gettime(CLOCK_REALTIME, &now), 0);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void the_time_of_day_in_milliseconds_is_that_of_the_system(void **state)
{
    int64_t before = wall_ms();
    int64_t ms = clock_wall_ms();
    int64_t after = wall_ms();

    (void)state;
    assert_in_range(ms, before, after);
}

static void the_time_of_day_is_iso_8601_in_utc(void **state)
{
    static const char shape[] = "0000-00-00T00:00:00.000Z";
    char now[CLOCK_ISO_BYTES];
    int64_t before;
    int64_t after;
    struct tm tm = {0};

    (void)state;
    assert_int_equal(setenv("TZ", "Asia/Kathmandu", 1), 0);
    before = wall_ms();
    clock_wall_iso(now);
    after = wall_ms();
    assert_int_equal(strlen(now), strlen(shape));
    for (size_t i = 0; i < strlen(shape); i++) {
        if (shape[i] == '0')
            assert_true(isdigit((unsigned char)now[i]));
        else
            assert_int_equal(now[i], shape[i]);
    }
    assert_non_null(strptime(now, "%Y-%m-%dT%H:%M:%S", &tm));
    assert_in_range((int64_t)timegm(&tm) * 1000 +
                        strtol(strchr(now, '.') + 1, NULL, 10),
                    before, after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_never_goes_back),
        cmocka_unit_test(both_units_count_from_the_same_start),
        cmocka_unit_test(the_time_of_day_in_milliseconds_is_that_of_the_system),
        cmocka_unit_test(the_time_of_day_is_iso_8601_in_utc),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
