/*
 * http_retry.h - sends a request again until it is answered, hopeless, or too
 * late.
 */
#ifndef BASE_HTTP_HTTP_RETRY_H
#define BASE_HTTP_HTTP_RETRY_H

#include "base/http/transfer.h"

/* Time and chance, for tests; `ctx` is given to each. */
struct http_time {
    void *ctx;
    uint64_t (*now_ms)(void *ctx);
    /* False when cancelled meanwhile. */
    bool (*wait)(void *ctx, uint64_t ms, const atomic_bool *cancel);
    uint64_t (*random)(void *ctx);
};

/* Those of the machine. */
extern const struct http_time http_machine_time;

/*
 * http_retry - up to BACKOFF_TRIES tries, with the waits of backoff.h.
 *
 * in       transfer    prepared; its timeout_ms is set before each try
 *          timeout_ms  of all tries and waits
 * out      out         of the last try
 */
void http_retry(struct transfer_handle *l, struct transfer *transfer,
                const struct http_time *time, uint64_t timeout_ms,
                struct transferred *out);

#endif
