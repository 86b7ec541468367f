/*
 * picture.h - tokens, bound tools and exposures as they were at one moment, in
 * memory: what a server asks at each request. Private to server/auth/.
 *
 * A picture never changes; whoever holds it may read it. The last one to let go
 * frees it, so that a request keeps its grant while a newer picture is in use.
 */
#ifndef SERVER_AUTH_PICTURE_H
#define SERVER_AUTH_PICTURE_H

#include "server/auth/access_token.h"
#include "server/auth/grant.h"
#include "store/catalog/registry.h"

#include <stdatomic.h>

struct picture_exposure {
    struct grant grant;
    const struct str *origins; /* origins[n_origins] */
    size_t n_origins;
    bool is_public;
    uint64_t key; /* of who comes without a token; never 0 */
};

struct picture_token {
    struct str id;
    uint8_t hash[HASH_BYTES];
    uint64_t key;      /* of the id, never 0 */
    int64_t expires_s; /* Unix; 0: never */
    struct grant grant;
    const struct picture_exposure *exposure; /* NULL: of none */
};

struct picture {
    struct arena arena;
    atomic_uint holders;
    int64_t version;         /* the home's grant_version */
    const struct str *bases; /* bases[n_bases], ids in their order */
    size_t n_bases;
    const struct bound_tool *bound; /* bound[n_bound], enabled */
    size_t n_bound;
    struct picture_exposure *exposures; /* exposures[n_exposures] */
    size_t n_exposures;
    struct picture_token *tokens; /* tokens[n_tokens] */
    size_t n_tokens;
    struct grant local; /* of the user of this machine */
};

/* What the database says now; release it with picture_release(). */
MUST_CHECK enum err picture_take(struct registry *r, struct picture **out,
                                 struct error *e);

/* One with nothing in it: nobody is let in. */
MUST_CHECK enum err picture_empty(struct picture **out, struct error *e);

/* One more who will release it. */
void picture_hold(struct picture *p);

/* Use it no more; NULL is allowed. */
void picture_release(struct picture *p);

/* NULL: there is none. */
const struct picture_token *picture_find_token(const struct picture *p,
                                               struct str id);
const struct picture_exposure *picture_find_exposure(const struct picture *p,
                                                     struct str name);

/* Is there a base with this id? */
bool picture_has_base(const struct picture *p, struct str id);

/* The number that stands for a token's id; never 0. */
uint64_t picture_key(struct str id);

#endif
