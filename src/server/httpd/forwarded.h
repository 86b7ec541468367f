/*
 * forwarded.h - the client behind a reverse proxy. Private to server/httpd/.
 *
 * X-Forwarded-For is what a client may write as well. So it is looked at only
 * where the other end of the connection is a proxy that was configured, and
 * then from its end on: the last address that is not a proxy's is the client's.
 */
#ifndef SERVER_HTTPD_FORWARDED_H
#define SERVER_HTTPD_FORWARDED_H

#include "server/httpd/exchange.h"

#include <sys/socket.h>

/* The number of the client (address_key()); that of `peer` where no proxy that
 * is believed names another. */
uint64_t forwarded_client(struct exchange *x, const struct sockaddr *peer);

#endif
