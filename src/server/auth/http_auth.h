/*
 * http_auth.h - authenticates every request that comes over HTTP, before it
 * is routed, and determines its principal.
 *
 *     Host, Origin -> token or local user -> how often -> grant
 */
#ifndef SERVER_AUTH_HTTP_AUTH_H
#define SERVER_AUTH_HTTP_AUTH_H

#include "base/config/config.h"
#include "base/principal.h"
#include "server/auth/token_cache.h"
#include "server/httpd/httpd.h"

struct http_auth;

struct http_auth_options {
    const struct home *home; /* borrowed */
    const char *address;     /* that is listened to; borrowed */
    bool is_local;           /* a caller without a token is this user */
    /* Called by another thread after a caller lost access. */
    void (*changed)(void *ctx);
    void *ctx;
};

/* Open it; http_auth_configure() must follow before anybody comes. */
MUST_CHECK enum err http_auth_open(const struct http_auth_options *o,
                                   struct http_auth **out, struct error *e);
void http_auth_close(struct http_auth *d); /* NULL is allowed */

/* `changed` is not called any more; NULL is allowed. */
void http_auth_shut(struct http_auth *d);

/* Is there a token or a public exposure, so that anybody could come in? */
bool http_auth_has_tokens(const struct http_auth *d);

/* What is configured holds from now on; `c` outlives `d`. */
void http_auth_configure(struct http_auth *d, const struct config *c);

/* Look now for what changed. */
void http_auth_refresh(struct http_auth *d);

/* A caller whose credentials were accepted. */
struct authenticated {
    struct http_auth *auth;
    struct token_caller caller;
    uint64_t client;            /* of httpd_request */
    struct principal principal; /* of http_auth_principal() */
};
#define AUTHENTICATED_NONE ((struct authenticated){0})

/*
 * http_authenticate - let a request in, or not.
 *
 * The Host must be a name of this server, so that no page can have a name of
 * its own resolve to it; an Origin, which browsers send, must be that host or
 * one that the exposure lists.
 *
 * out      g   left with authenticated_release(), also after an error
 * errors   ERR_FORBIDDEN     another Host or Origin
 *          ERR_UNAUTHORIZED, ERR_NOT_FOUND  as token_cache_authenticate()
 *          ERR_RATE_LIMITED  with e->retry_s
 * threads  any
 */
MUST_CHECK enum err http_authenticate(struct http_auth *d,
                                      const struct httpd_request *r,
                                      struct authenticated *g, struct error *e);
void authenticated_release(
    struct authenticated *g); /* AUTHENTICATED_NONE is allowed */

/*
 * http_auth_principal - with whom a request shares what there is little of:
 * all that one token asks, or one address where anybody may ask.
 *
 * returns  PRINCIPAL_NONE: it would not be let in
 * threads  any; it waits for nothing
 */
struct principal http_auth_principal(struct http_auth *d,
                                     const struct httpd_request *r);

/* May the owner of what is under way (a caller's key) go on? */
bool http_auth_is_open(struct http_auth *d, uint64_t owner);

/*
 * http_auth_check - may a caller have what was made for it?
 *
 * errors   ERR_CONFLICT  one of its bases was removed or replaced while it was
 *                        made
 */
MUST_CHECK enum err http_auth_check(struct http_auth *d,
                                    const struct authenticated *g,
                                    struct error *e);

/* A browser asks whether a page of another origin may ask; answered here. */
bool http_auth_is_preflight(const struct httpd_request *r);
void http_auth_reply_preflight(struct http_auth *d,
                               const struct httpd_request *r, struct arena *a,
                               struct httpd_reply *out);

/* Headers of every reply: which origin may read it, and what to show where `e`
 * says that a token is missing. */
void http_auth_put_headers(struct http_auth *d, const struct httpd_request *r,
                           const struct error *e, struct arena *a,
                           struct httpd_reply *out);

#endif
