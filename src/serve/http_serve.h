/* http_serve.h - the HTTP interface, from start to end: one process, one home. */
#ifndef SERVE_HTTP_SERVE_H
#define SERVE_HTTP_SERVE_H

#include "mcp/offer.h"
#include "tables/tables.h"

struct http_serve_options {
    struct tables *tables;         /* with only_bases */
    const char *address;           /* of this machine alone */
    uint16_t port;                 /* 0: one that is free */
    const char *tls_cert;          /* PEM; NULL: no TLS */
    const char *tls_key;           /* PEM */
    const struct mcp_offer *offer; /* of /mcp */
    /* Called once it listens; an error of it ends the server. */
    enum err (*ready)(void *ctx, uint16_t port, struct error *e);
    void *ctx;
    const atomic_bool *stop; /* true: a signal came before ours were caught */
};

/*
 * http_serve - serve until SIGTERM, SIGINT or SIGHUP; who is being answered
 * then still is.
 *
 * errors   ERR_VALIDATION_FAILED  the address is none, or another machine's
 *          ERR_CONFLICT           the port is taken, or this process serves
 *          as httpd_start()
 */
MUST_CHECK enum err http_serve(const struct http_serve_options *o,
                               struct error *e);

#endif
