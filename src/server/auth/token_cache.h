/*
 * token_cache.h - authenticates callers by the tokens as they are now: a grant for
 * each.
 *
 *     quarry.db --when it changed--> snapshot --enter--> caller
 *
 * Tokens are looked up in a snapshot that is refreshed before each request, so
 * that a revoked token or a removed base has no effect any more, whichever
 * process changed it. A thread watches for changes and expiry every half second
 * and notifies the server, which stops running requests. When the database
 * cannot be read for some seconds, all requests are refused, because revocation
 * would have no effect.
 */
#ifndef SERVER_AUTH_TOKEN_CACHE_H
#define SERVER_AUTH_TOKEN_CACHE_H

#include "server/auth/grant_check.h"
#include "store/home/home.h"

struct token_cache;
struct token_snapshot;

struct token_cache_options {
    const struct home *home; /* borrowed */
    /* Called by the watching thread after what is allowed changed, and while
     * tokens expire. NULL: nobody. */
    void (*changed)(void *ctx);
    void *ctx;
};

/* Read what there is, and watch it; close it in every case. */
MUST_CHECK enum err token_cache_open(const struct token_cache_options *o,
                                     struct token_cache **out, struct error *e);
void token_cache_close(struct token_cache *x); /* NULL is allowed */

/* Stop watching and notifying. */
void token_cache_stop_watching(struct token_cache *x);

/* Is there a token or exposure for anyone but the local user? */
bool token_cache_has_any(struct token_cache *x);

/* The credentials of a request, and where it comes from. */
struct credentials {
    struct str authorization; /* the header; empty: none */
    struct str exposure;      /* of /mcp/NAME; empty: none */
    bool is_local;            /* a caller without a token is this user */
};

/* An authenticated caller. */
struct token_caller {
    uint64_t key;       /* of the token or the exposure; 0: the local user */
    struct grant grant; /* its names are the snapshot's */
    bool is_public;     /* without a token, or with one that pages hold */
    const struct str *origins; /* origins[n_origins] that may ask, besides */
    size_t n_origins;
    struct token_snapshot *snapshot; /* held */
};
#define TOKEN_CALLER_NONE ((struct token_caller){0})

/*
 * token_cache_authenticate - authenticate a caller.
 *
 * out      v    what it may do; valid until token_cache_leave()
 * errors   ERR_UNAUTHORIZED  no token, or an invalid one
 *          ERR_NOT_FOUND     an exposure that is not there, or not the token's
 * threads  any
 */
MUST_CHECK enum err token_cache_authenticate(struct token_cache *x,
                                             const struct credentials *k,
                                             struct token_caller *v,
                                             struct error *e);
void token_cache_leave(
    struct token_caller *v); /* TOKEN_CALLER_NONE is allowed */

/* Do all bases of a caller still exist? Where one was removed or replaced, a
 * result may belong to another base that has the name now, and must be
 * discarded. */
bool token_cache_holds(struct token_cache *x, const struct token_caller *v);

/* Is the token of a caller with this key still valid? Always for key 0. */
bool token_cache_is_open(struct token_cache *x, uint64_t key);

/* May pages of this origin ask the exposure; with an empty name, any? Before a
 * request there is no token to look at. */
bool token_cache_allows_origin(struct token_cache *x, struct str exposure,
                               struct str origin);

/* See now what changed; for tests, and when a signal asks for it. */
void token_cache_refresh(struct token_cache *x);

#endif
