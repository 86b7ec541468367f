/* http_lines.h - handles of libcurl that wait for the next request, with the connections
 * that they keep open. */
#ifndef BASE_HTTP_HTTP_LINES_H
#define BASE_HTTP_HTTP_LINES_H

#include "base/http/transfer.h"

#include <pthread.h>

#define HTTP_LINES_KEPT 8

struct http_lines {
    pthread_mutex_t lock; /* guards all below */
    struct transfer_handle *idle[HTTP_LINES_KEPT];
    size_t n;
};

/* Without any. */
void http_lines_init(struct http_lines *x);

/* Close them; none may be in use. */
void http_lines_release(struct http_lines *x);

/* One that waits, the last used first, or a new one; errors as transfer_open(). Any
 * number of threads. */
MUST_CHECK enum err http_lines_take(struct http_lines *x,
                                    struct transfer_handle **out,
                                    struct error *e);

/* Give it back; NULL is allowed. */
void http_lines_give(struct http_lines *x, struct transfer_handle *l);

#endif
