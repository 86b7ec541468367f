#include "models/http_client/http_retry.h"

#include "base/log.h"
#include "models/http_client/backoff.h"

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
