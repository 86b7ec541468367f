/*
 * http_retry.h - sends a request again until it is answered, hopeless, or too
 * late. Private to models/http_client/.
 */
#ifndef MODELS_HTTP_CLIENT_HTTP_RETRY_H
#define MODELS_HTTP_CLIENT_HTTP_RETRY_H

#include "models/http_client/http_client.h"
#include "models/http_client/transfer.h"

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
