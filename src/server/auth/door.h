/*
 * door.h - who may speak to this server, and as whom; the one check of every
 * interface that is served over HTTP, before a route is looked for.
 *
 *     Host, Origin -> token or local user -> how often -> grant
 */
#ifndef SERVER_AUTH_DOOR_H
#define SERVER_AUTH_DOOR_H

#include "base/config/config.h"
#include "base/principal.h"
#include "server/auth/access.h"
#include "server/httpd/httpd.h"

struct door;

struct door_options {
    const struct home *home; /* borrowed */
    const char *address;     /* that is listened to; borrowed */
    bool is_local;           /* who comes without a token is this user */
    /* Called by another thread after somebody lost what they had. */
    void (*changed)(void *ctx);
    void *ctx;
};

/* Open it; door_configure() must follow before anybody comes. */
MUST_CHECK enum err door_open(const struct door_options *o, struct door **out,
                              struct error *e);
void door_close(struct door *d); /* NULL is allowed */

/* `changed` is not called any more; NULL is allowed. */
void door_shut(struct door *d);

/* Is there a token or a public exposure, so that anybody could come in? */
bool door_has_tokens(const struct door *d);

/* What is configured holds from now on; `c` outlives the door. */
void door_configure(struct door *d, const struct config *c);

/* Look now for what changed. */
void door_refresh(struct door *d);

/* Somebody who was let in. */
struct guest {
    struct door *door;
    struct visit visit;
    uint64_t client;            /* of httpd_request */
    struct principal principal; /* of door_principal() */
};
#define GUEST_NONE ((struct guest){0})

/*
 * door_enter - let a request in, or not.
 *
 * The Host must be a name of this server, so that no page can have a name of
 * its own resolve to it; an Origin, which browsers send, must be that host or
 * one that the exposure lists.
 *
 * out      g   left with door_leave(), also after an error
 * errors   ERR_FORBIDDEN     another Host or Origin
 *          ERR_UNAUTHORIZED, ERR_NOT_FOUND  as access_enter()
 *          ERR_RATE_LIMITED  with e->retry_s
 * threads  any
 */
MUST_CHECK enum err door_enter(struct door *d, const struct httpd_request *r,
                               struct guest *g, struct error *e);
void door_leave(struct guest *g); /* GUEST_NONE is allowed */

/*
 * door_principal - with whom a request shares what there is little of: all that
 * one token asks, or one address where anybody may ask.
 *
 * returns  PRINCIPAL_NONE: it would not be let in
 * threads  any; it waits for nothing
 */
struct principal door_principal(struct door *d, const struct httpd_request *r);

/* May the owner of what is under way (a visit's key) go on? */
bool door_is_open(struct door *d, uint64_t owner);

/*
 * door_check - may a guest have what was made for it?
 *
 * errors   ERR_CONFLICT  one of its bases was removed or replaced while it was
 *                        made
 */
MUST_CHECK enum err door_check(struct door *d, const struct guest *g,
                               struct error *e);

/* A browser asks whether a page of another origin may ask; answered here. */
bool door_is_preflight(const struct httpd_request *r);
void door_reply_preflight(struct door *d, const struct httpd_request *r,
                          struct arena *a, struct httpd_reply *out);

/* Headers of every reply: which origin may read it, and what to show where `e`
 * says that a token is missing. */
void door_put_headers(struct door *d, const struct httpd_request *r,
                      const struct error *e, struct arena *a,
                      struct httpd_reply *out);

#endif
