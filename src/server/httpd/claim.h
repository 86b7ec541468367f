/*
 * claim.h - the owner of a running request, so that it can be ended when its
 * owner loses access.
 */
#ifndef SERVER_HTTPD_CLAIM_H
#define SERVER_HTTPD_CLAIM_H

#include "server/httpd/httpd.h"

/* The request and a stream that it becomes are this owner's. Before a stream is
 * opened; the handler's thread. */
void httpd_claim(const struct httpd_request *r, uint64_t owner);

/* May this owner go on? Called with locks of the server: it must not call it. */
typedef bool httpd_keep(void *ctx, uint64_t owner);

/* End the running requests of principals that may not go on: their handlers are
 * cancelled, their streams break off. Any thread. */
void httpd_drop(struct httpd *h, httpd_keep *keep, void *ctx);

#endif
