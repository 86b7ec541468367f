/*
 * backoff.h - which failures of an endpoint are retried, and when.
 *
 * Exponential with full jitter: before the n-th try again a random time
 * between 0 and 500 ms * 2^(n-1), at most 8 s. Full jitter, because clients
 * that were refused together must not come back together. What Retry-After
 * asks for is added below that: never earlier, and not all at once either.
 *
 * source   M. Brooker, "Exponential Backoff And Jitter", 2015; RFC 9110, 10.2.3
 */
#ifndef BASE_HTTP_BACKOFF_H
#define BASE_HTTP_BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

#define BACKOFF_TRIES             5u /* with the first */
#define BACKOFF_MAX_RETRY_AFTER_S 3600u

/* Statuses that another try may change: 429, 500, 502, 503, 504, and 529, by
 * which Anthropic says that it is overloaded. */
bool backoff_is_retryable(int status);

/*
 * backoff_ms - how long to wait before another try.
 *
 * in       tried          tries so far, 1 and on
 *          retry_after_s  what the server asked for; 0 nothing; more than an
 *                         hour counts as one
 *          random         any number, all bits equally likely
 */
uint64_t backoff_ms(unsigned tried, uint64_t retry_after_s, uint64_t random);

#endif
