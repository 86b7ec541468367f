/* fake_time.h - a clock that only waiting moves, and a chosen random number. */
#ifndef MODELS_HTTP_CLIENT_FAKE_TIME_H
#define MODELS_HTTP_CLIENT_FAKE_TIME_H

#include "models/http_client/http_client.h"

struct fake_time {
    uint64_t now_ms;
    uint64_t random;
    uint64_t waited[16]; /* how long, each time */
    unsigned waits;
    unsigned cancel_at; /* this wait is cancelled; 0 none */
};

static inline uint64_t fake_now(void *ctx)
{
    return ((struct fake_time *)ctx)->now_ms;
}

static inline bool fake_wait(void *ctx, uint64_t ms, const atomic_bool *cancel)
{
    struct fake_time *t = ctx;

    (void)cancel;
    t->waited[t->waits++ % 16] = ms;
    t->now_ms += ms;
    return t->waits != t->cancel_at;
}

static inline uint64_t fake_random(void *ctx)
{
    return ((struct fake_time *)ctx)->random;
}

static inline struct http_time fake_http_time(struct fake_time *t)
{
    return (struct http_time){t, fake_now, fake_wait, fake_random};
}

#endif
