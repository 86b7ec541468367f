/* set_clock.h - for tests that set the clock of the machine, as this program sees
 * it: the time of day runs so many seconds ahead of the true one. What goes by
 * the time of day without asking, as a wait until then, sees the true one: so
 * setting it ahead before such a wait is setting it back after its beginning. */
#ifndef BASE_SET_CLOCK_H
#define BASE_SET_CLOCK_H

#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic time_t clock_ahead_s;

/* Stands in front of the C library's. */
int set_clock_gettime(clockid_t id,
                      struct timespec *t) __asm__("clock_gettime");

int set_clock_gettime(clockid_t id, struct timespec *t)
{
    long rc = syscall(SYS_clock_gettime, id, t);

    if (id == CLOCK_REALTIME)
        t->tv_sec += atomic_load(&clock_ahead_s);
    return (int)rc;
}

#endif
