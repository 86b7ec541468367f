/* duck_time.h - ends what the engine does when it takes too long. */
#ifndef ENGINE_DUCK_DUCK_TIME_H
#define ENGINE_DUCK_DUCK_TIME_H

#include "engine/duck/duck.h"

struct duck_time;

/*
 * duck_time_begin - from now on a query that still runs after `limit_ms` is
 * interrupted: it fails with ERR_TIMEOUT. A thread watches the clock.
 *
 * out      t   ended with duck_time_end(), by the thread that began it
 * errors   ERR_LIMIT  no memory, or no thread
 */
MUST_CHECK enum err duck_time_begin(struct duck *d, uint64_t limit_ms,
                                    struct duck_time **t, struct error *e);

/* Nothing is interrupted any more; NULL is allowed. */
void duck_time_end(struct duck_time *t);

#endif
