/*
 * daemon.h - libmicrohttpd's daemons of a server: the one that accepts, and
 * earlier ones whose connections are drained. Private to server/httpd/.
 *
 * A daemon's certificate cannot be changed, so a new one comes with another
 * daemon at the same socket; what both accept meanwhile is served all the same.
 * Replies of the old one end their connections.
 */
#ifndef SERVER_HTTPD_DAEMON_H
#define SERVER_HTTPD_DAEMON_H

#include "server/httpd/server.h"

#include <poll.h>

/*
 * daemon_start - a daemon at the server's socket, in the place of the one that
 * is there.
 *
 * in       tls_cert, tls_key  PEM; NULL: no TLS
 * errors   ERR_VALIDATION_FAILED  these cannot be used, or not together
 *          ERR_RATE_LIMITED       too many of those before have connections yet
 *          ERR_TOOL_WORKER_UNAVAILABLE, ERR_LIMIT
 * threads  the one that started the server
 */
MUST_CHECK enum err daemon_start(struct httpd *h, const char *tls_cert,
                                 const char *tls_key, struct error *e);

/* For what daemons wait. */
struct daemons_wait {
    struct pollfd fds[HTTPD_MAX_OLD + 1]; /* fds[n] */
    unsigned n;
    int within_ms; /* -1: for this alone */
};

/* Each does what it has to. The reader's. */
void daemons_run(struct httpd *h, struct daemons_wait *w);

/* Is the connection one of an older daemon? */
bool daemon_is_old(const struct httpd *h, struct MHD_Connection *connection);

/* End the older ones that have no connection any more. The sweeper's. */
void daemons_sweep(struct httpd *h);

/* Accept no more connections. */
void daemons_quiesce(struct httpd *h);

/* End them all; no connection may sleep. */
void daemons_stop(struct httpd *h);

#endif
