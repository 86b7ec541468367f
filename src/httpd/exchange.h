/* exchange.h - one request on its way to its reply. Private to httpd/. */
#ifndef HTTPD_EXCHANGE_H
#define HTTPD_EXCHANGE_H

#include "base/buf.h"
#include "httpd/httpd.h"

struct MHD_Connection;

struct exchange {
    struct MHD_Connection *connection;
    int fd; /* its socket, which libmicrohttpd owns */
    struct buf body;
    struct httpd_request request;
    struct httpd_reply reply;
    struct error refusal; /* code OK: nothing is refused */
    struct arena arena;
    atomic_bool gone;
    bool is_answered; /* `reply` is there */
    struct exchange *next;
    struct exchange *previous;
};

/* A new one, in its connection's hands; NULL: no memory. */
struct exchange *exchange_new(size_t max_body, size_t arena_bytes);

/* With its body and arena; NULL is allowed. */
void exchange_free(struct exchange *x);

#endif
