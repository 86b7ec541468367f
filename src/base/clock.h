/* clock.h - the monotonic clock, and the time of day for logs. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* "2026-03-09T14:05:09.123Z" and the NUL. */
#define CLOCK_ISO_BYTES 25

/* Milliseconds since an unnamed start; never goes back. For deadlines. */
uint64_t clock_ms(void);

/* Nanoseconds since an unnamed start; never goes back. For measuring. */
uint64_t clock_ns(void);

/* A condition variable whose timed waits use clock_ms(), so that setting the
 * machine's clock does not prolong them. */
void clock_cond_init(pthread_cond_t *c);

/* Wait on such a condition until it is signalled, or until clock_ms() reaches
 * `until_ms`, which returns false. As after pthread_cond_wait(), the caller
 * checks its predicate again. */
bool clock_cond_wait(pthread_cond_t *c, pthread_mutex_t *lock,
                     uint64_t until_ms);

/* The time of day as milliseconds since 1970 in UTC; an operator may set it
 * back. For what is kept. */
int64_t clock_wall_ms(void);

/* The time of day in UTC with milliseconds, ISO 8601. */
void clock_wall_iso(char out[CLOCK_ISO_BYTES]);

#endif
