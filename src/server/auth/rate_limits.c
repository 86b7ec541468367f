#include "server/auth/rate_limits.h"

#include "base/hash.h"
#include "base/mem.h"

#include <pthread.h>
#include <stddef.h>

#define SLOTS 32768u /* 1 MiB */
#define NEAR  8u     /* slots that one may be in */

/* The counts of one in a window and the one before. */
struct slot {
    uint64_t caller; /* mixed with the kind; 0: free */
    uint64_t window;
    uint32_t now;
    uint32_t before;
};

struct rate_limits {
    pthread_mutex_t lock; /* guards all */
    struct rate_limit kinds[LIMIT_KINDS];
    struct slot slots[SLOTS];
};

enum err rate_limits_new(const struct rate_limit kinds[LIMIT_KINDS],
                         struct rate_limits **out, struct error *e)
{
    struct rate_limits *l = mem_new(sizeof(*l), e);

    *out = l;
    if (!l)
        return e->code;
    (void)pthread_mutex_init(&l->lock, NULL);
    rate_limits_set(l, kinds);
    return OK;
}

void rate_limits_free(struct rate_limits *l)
{
    if (l)
        (void)pthread_mutex_destroy(&l->lock);
    mem_free(l);
}

void rate_limits_set(struct rate_limits *l,
                     const struct rate_limit kinds[LIMIT_KINDS])
{
    (void)pthread_mutex_lock(&l->lock);
    for (size_t i = 0; i < LIMIT_KINDS; i++)
        l->kinds[i] = kinds[i];
    (void)pthread_mutex_unlock(&l->lock);
}

/* One number of both; never 0. */
static uint64_t mix(enum limit_kind kind, uint64_t caller)
{
    uint64_t mixed = caller ^ (uint64_t)(kind + 1) * HASH_MULTIPLIER;

    return mixed ? mixed : 1;
}

/* Its slot; a free one, or the stalest of those near, becomes its own. */
static struct slot *find(struct rate_limits *l, uint64_t caller)
{
    struct slot *stalest = NULL;

    for (uint64_t i = 0; i < NEAR; i++) {
        struct slot *s = &l->slots[(caller + i) % SLOTS];

        if (s->caller == caller)
            return s;
        if (!stalest || s->window < stalest->window)
            stalest = s;
    }
    *stalest = (struct slot){.caller = caller};
    return stalest;
}

static void turn(struct slot *s, uint64_t window)
{
    if (s->window == window)
        return;
    s->before = s->window + 1 == window ? s->now : 0;
    s->now = 0;
    s->window = window;
}

/* What counts of the window before: its share that is not yet over. */
static uint64_t still_counts(uint32_t before, uint64_t passed_ms,
                             uint64_t window_ms)
{
    return (before * (window_ms - passed_ms) + window_ms - 1) / window_ms;
}

/* Milliseconds until one more fits. */
static uint64_t wait_of(const struct slot *s, const struct rate_limit *k,
                        uint64_t passed_ms, uint64_t window_ms)
{
    uint64_t room;

    if (s->now >= k->most ||
        s->before == 0) /* in the next window these are the ones before */
        return window_ms - passed_ms + window_ms / (s->now ? s->now : 1);
    room = k->most - 1 - s->now;
    return window_ms - window_ms * room / s->before - passed_ms;
}

enum err rate_limits_take(struct rate_limits *l, enum limit_kind kind,
                          uint64_t caller, uint64_t now_ms, uint32_t *wait_s,
                          struct error *e)
{
    const struct rate_limit *k = &l->kinds[kind];
    uint64_t window_ms;
    uint64_t passed_ms;
    struct slot *s;
    bool fits;

    *wait_s = 0;
    (void)pthread_mutex_lock(&l->lock);
    window_ms = (uint64_t)k->window_s * 1000;
    fits = caller == 0 || k->most == 0 || window_ms == 0;
    if (!fits) {
        passed_ms = now_ms % window_ms;
        s = find(l, mix(kind, caller));
        turn(s, now_ms / window_ms + 1);
        fits = s->now + still_counts(s->before, passed_ms, window_ms) < k->most;
        if (fits)
            s->now++;
        else
            *wait_s =
                (uint32_t)((wait_of(s, k, passed_ms, window_ms) + 999) / 1000);
    }
    (void)pthread_mutex_unlock(&l->lock);
    return fits ? OK
                : error_set(e, ERR_RATE_LIMITED,
                            "too many requests; try again in %u seconds",
                            *wait_s);
}
