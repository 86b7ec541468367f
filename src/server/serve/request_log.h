/* request_log.h - request ids and the access log. */
#ifndef SERVER_SERVE_REQUEST_LOG_H
#define SERVER_SERVE_REQUEST_LOG_H

#include "base/log.h"
#include "server/httpd/httpd.h"

/* One request on its way, for its record. */
struct request_log {
    char id[LOG_REQUEST_BYTES];
    uint64_t began_ms;
};

/* It begins: it has the name of its X-Request-Id, where that can be one, or a
 * new one, which the reply tells and this thread's records have. */
void request_log_begin(struct request_log *v, const struct httpd_request *r,
                       struct arena *a, struct httpd_reply *out);

/*
 * It is answered: one record, of level info.
 *
 * in       who   the token's id, or empty
 *          out   the reply; a stream has no length yet
 */
void request_log_end(const struct request_log *v, const struct httpd_request *r,
                     struct str who, const struct httpd_reply *out);

#endif
