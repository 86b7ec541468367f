#include "base/http/http_retry.h"

#include "base/clock.h"
#include "base/http/backoff.h"
#include "base/log.h"

#include <poll.h>
#include <sys/random.h>

#define LOOK_MS 50 /* at `cancel`, while waiting */

static uint64_t machine_now(void *ctx)
{
    (void)ctx;
    return clock_ms();
}

static bool machine_wait(void *ctx, uint64_t ms, const atomic_bool *cancel)
{
    uint64_t end = clock_ms() + ms;
    uint64_t now;

    (void)ctx;
    while ((now = clock_ms()) < end) {
        if (cancel && atomic_load(cancel))
            return false;
        (void)poll(NULL, 0, end - now < LOOK_MS ? (int)(end - now) : LOOK_MS);
    }
    return true;
}

static uint64_t machine_random(void *ctx)
{
    uint64_t random = 0;

    (void)ctx;
    if (getrandom(&random, sizeof(random), 0) != sizeof(random))
        random = clock_ns(); /* before the machine has any: spread enough */
    return random;
}

const struct http_time http_machine_time = {NULL, machine_now, machine_wait,
                                            machine_random};

static bool is_worth_another(const struct transferred *t)
{
    if (t->is_streamed)
        return false;
    return t->outcome == TRANSFER_ANSWERED ? backoff_is_retryable(t->status)
                                           : t->outcome == TRANSFER_UNREACHABLE;
}

void http_retry(struct transfer_handle *l, struct transfer *transfer,
                const struct http_time *time, uint64_t timeout_ms,
                struct transferred *out)
{
    uint64_t now = time->now_ms(time->ctx);
    const uint64_t deadline_ms = now + timeout_ms;

    for (unsigned tried = 1;; tried++) {
        uint64_t wait_ms;

        transfer->timeout_ms = deadline_ms - now;
        transfer_post(l, transfer, out);
        if (!is_worth_another(out) || tried == BACKOFF_TRIES)
            return;
        wait_ms = backoff_ms(
            tried, out->outcome == TRANSFER_ANSWERED ? out->retry_after_s : 0,
            time->random(time->ctx));
        now = time->now_ms(time->ctx);
        if (now + wait_ms >= deadline_ms)
            return;
        log_info("http", "trying again status=%d tried=%u wait_ms=%llu",
                 out->status, tried, (unsigned long long)wait_ms);
        if (!time->wait(time->ctx, wait_ms, transfer->cancel)) {
            out->outcome = TRANSFER_CANCELLED;
            return;
        }
        now = time->now_ms(time->ctx);
        if (now >= deadline_ms)
            return;
    }
}
