#include "base/http/backoff.h"

#define FIRST_MS   500u
#define LONGEST_MS 8000u

bool backoff_is_retryable(int status)
{
    return status == 429 || status == 500 || status == 502 || status == 503 ||
           status == 504 || status == 529;
}

uint64_t backoff_ms(unsigned tried, uint64_t retry_after_s, uint64_t random)
{
    uint64_t most = FIRST_MS;

    for (unsigned i = 1; i < tried && most < LONGEST_MS; i++)
        most *= 2;
    if (retry_after_s > BACKOFF_MAX_RETRY_AFTER_S)
        retry_after_s = BACKOFF_MAX_RETRY_AFTER_S;
    return retry_after_s * 1000 + random % (most + 1);
}
