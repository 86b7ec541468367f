/* http_serve.h - runs the HTTP server: one process, one home. */
#ifndef SERVER_SERVE_HTTP_SERVE_H
#define SERVER_SERVE_HTTP_SERVE_H

#include "base/config/config.h"
#include "server/mcp/capabilities.h"
#include "store/home/home.h"
#include "tables/tables.h"

struct http_serve_options {
    struct tables *tables; /* with only_bases */
    const struct home *home;
    const struct config *config;
    const char *address;
    uint16_t port;                        /* 0: one that is free */
    const char *tls_cert;                 /* PEM; NULL: no TLS */
    const char *tls_key;                  /* PEM */
    const struct mcp_capabilities *offer; /* of /mcp */
    /* Called once it listens; an error of it ends the server. */
    enum err (*ready)(void *ctx, uint16_t port, struct error *e);
    /* What is configured now; what it gives lives until http_serve()
     * returns. */
    enum err (*reload)(void *ctx, const struct config **out, struct error *e);
    /* The certificate and key as they are now, the same; of a server with
     * TLS. */
    enum err (*reload_tls)(void *ctx, const char **cert, const char **key,
                           struct error *e);
    void *ctx;
    const atomic_bool *stop; /* true: a signal came before ours were caught */
};

/*
 * http_serve - serve until SIGTERM or SIGINT; requests in progress are still
 * is. SIGHUP reads the configuration, the tokens and the certificate again.
 *
 * Any address but this machine's own is served only to those who show a token,
 * and only where the sandbox is whole.
 *
 * errors   ERR_VALIDATION_FAILED  not an address; or another machine
 *                                 could come, and there is no token
 *          ERR_TOOL_WORKER_UNAVAILABLE  the same, and the kernel lacks Landlock
 *                                 or seccomp
 *          ERR_CONFLICT           the port is taken, or this process serves
 *          as httpd_start()
 */
MUST_CHECK enum err http_serve(const struct http_serve_options *o,
                               struct error *e);

#endif
