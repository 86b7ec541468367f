/*
 * connection.h - connected clients: their number by address, and the deadline
 * by which each must make progress. Private to server/httpd/.
 *
 * libmicrohttpd closes idle connections; a client that sends a byte now and
 * then, never to come to an end, is shut out by these. The server's `lock`
 * guards the list; `deadline_ms` is atomic.
 */
#ifndef SERVER_HTTPD_CONNECTION_H
#define SERVER_HTTPD_CONNECTION_H

#include "server/httpd/libmicrohttpd.h"

#include <stdatomic.h>

struct connection {
    int fd; /* libmicrohttpd's; open while this is there */
    uint64_t client;
    atomic_uint_least64_t deadline_ms; /* clock_ms(); 0: none */
    struct connection *next;
    struct connection *previous;
};

struct httpd;

/* libmicrohttpd's, with the server as `ctx`. */
enum MHD_Result connection_accept(void *ctx, const struct sockaddr *a,
                                  socklen_t n);
void connection_on_notify(void *ctx, struct MHD_Connection *connection,
                          void **own, enum MHD_ConnectionNotificationCode what);

/* What was added to it; NULL: there was no memory for it. */
struct connection *connection_of(const struct httpd *h,
                                 struct MHD_Connection *connection);

/*
 * connection_expect - shut it out when it is not done in time.
 *
 * in       since_ms  clock_ms() when this began
 *          grace_s   that it has in any case
 *          bytes     that it has more time for, as any line is that fast
 */
void connection_expect(struct connection *c, uint64_t since_ms,
                       unsigned grace_s, uint64_t bytes);

/* It may take its time. NULL is allowed for `c`, here and above. */
void connection_relax(struct connection *c);

/* Once a second: shut out those who are late. */
void connections_sweep(struct httpd *h);

#endif
