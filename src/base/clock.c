#include "base/clock.h"

#include "base/err.h"

#include <errno.h>
#include <time.h>

uint64_t clock_ns(void)
{
    struct timespec t;

    BUG_ON(clock_gettime(CLOCK_MONOTONIC, &t) != 0);
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

uint64_t clock_ms(void)
{
    return clock_ns() / 1000000U;
}

void clock_cond_init(pthread_cond_t *c)
{
    pthread_condattr_t clock;

    (void)pthread_condattr_init(&clock);
    (void)pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    (void)pthread_cond_init(c, &clock);
    (void)pthread_condattr_destroy(&clock);
}

bool clock_cond_wait(pthread_cond_t *c, pthread_mutex_t *lock,
                     uint64_t until_ms)
{
    const struct timespec until = {.tv_sec = (time_t)(until_ms / 1000),
                                   .tv_nsec =
                                       (long)(until_ms % 1000) * 1000000};

    return pthread_cond_timedwait(c, lock, &until) != ETIMEDOUT;
}

int64_t clock_wall_ms(void)
{
    struct timespec t;

    BUG_ON(clock_gettime(CLOCK_REALTIME, &t) != 0);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Two or more decimal digits ending before out[end]. */
static void put_digits(char *out, int end, int digits, unsigned v)
{
    for (int i = 1; i <= digits; i++) {
        out[end - i] = (char)('0' + v % 10);
        v /= 10;
    }
}

void clock_wall_iso(char out[CLOCK_ISO_BYTES])
{
    static const char shape[CLOCK_ISO_BYTES] = "0000-00-00T00:00:00.000Z";
    struct timespec t;
    struct tm tm;

    BUG_ON(clock_gettime(CLOCK_REALTIME, &t) != 0);
    BUG_ON(!gmtime_r(&t.tv_sec, &tm));
    for (int i = 0; i < CLOCK_ISO_BYTES; i++)
        out[i] = shape[i];
    put_digits(out, 4, 4, (unsigned)tm.tm_year + 1900);
    put_digits(out, 7, 2, (unsigned)tm.tm_mon + 1);
    put_digits(out, 10, 2, (unsigned)tm.tm_mday);
    put_digits(out, 13, 2, (unsigned)tm.tm_hour);
    put_digits(out, 16, 2, (unsigned)tm.tm_min);
    put_digits(out, 19, 2, (unsigned)tm.tm_sec);
    put_digits(out, 23, 3, (unsigned)(t.tv_nsec / 1000000));
}
