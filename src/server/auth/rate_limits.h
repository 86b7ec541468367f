/*
 * rate_limits.h - rate limits of principals.
 *
 * A principal is identified by a number, of a token or of an address, which is
 * hashed with a key of this process (server/httpd/address.h), so that no
 * address is stored. This is a sliding-window counter: requests of the previous
 * window count by the share of it that still overlaps, so that no caller gets
 * twice its limit around the turn of an hour.
 *
 * The table has a fixed size; when it is full, the entry that was counted
 * longest ago is evicted.
 */
#ifndef SERVER_AUTH_RATE_LIMITS_H
#define SERVER_AUTH_RATE_LIMITS_H

#include "base/err.h"

#include <stdint.h>

enum limit_kind {
    LIMIT_TOKEN,    /* requests of a token */
    LIMIT_ADDRESS,  /* requests from an address */
    LIMIT_QUESTION, /* questions from an address to public exposures */
    LIMIT_KINDS
};

/* So many in so long; most == 0: no limit. */
struct rate_limit {
    uint32_t most;
    uint32_t window_s;
};

struct rate_limits;

/* Limits that nobody has used yet; threads may share them. */
MUST_CHECK enum err rate_limits_new(const struct rate_limit kinds[LIMIT_KINDS],
                                    struct rate_limits **out, struct error *e);
void rate_limits_free(struct rate_limits *l); /* NULL is allowed */

/* Other numbers from now on; what was counted stays counted. */
void rate_limits_set(struct rate_limits *l,
                     const struct rate_limit kinds[LIMIT_KINDS]);

/*
 * rate_limits_take - count one more, if it may be.
 *
 * in       caller  as hash_bytes() makes them; 0 is not counted
 *          now_ms  of a clock that only goes forward
 * out      wait_s  after how long it will be let through
 * errors   ERR_RATE_LIMITED  it may not be; nothing is counted
 */
MUST_CHECK enum err rate_limits_take(struct rate_limits *l,
                                     enum limit_kind kind, uint64_t caller,
                                     uint64_t now_ms, uint32_t *wait_s,
                                     struct error *e);

#endif
