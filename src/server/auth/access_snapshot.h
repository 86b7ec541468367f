/*
 * access_snapshot.h - an immutable snapshot of tokens, bound tools and
 * exposures in memory, consulted at each request. Private to server/auth/.
 *
 * A snapshot never changes; whoever holds it may read it. The last one to let
 * go frees it, so that a request keeps its grant while a newer snapshot is in
 * use.
 */
#ifndef SERVER_AUTH_ACCESS_SNAPSHOT_H
#define SERVER_AUTH_ACCESS_SNAPSHOT_H

#include "server/auth/access_token.h"
#include "server/auth/grant.h"
#include "store/catalog/registry.h"

#include <stdatomic.h>

struct access_snapshot_exposure {
    struct grant grant;
    const struct str *origins; /* origins[n_origins] */
    size_t n_origins;
    bool is_public;
    uint64_t key; /* of callers without a token; never 0 */
};

struct access_snapshot_token {
    struct str id;
    uint8_t hash[HASH_BYTES];
    uint64_t key;      /* of the id, never 0 */
    int64_t expires_s; /* Unix; 0: never */
    struct grant grant;
    const struct access_snapshot_exposure *exposure; /* NULL: of none */
};

struct access_snapshot {
    struct arena arena;
    atomic_uint holders;
    int64_t version;         /* the home's grant_version */
    const struct str *bases; /* bases[n_bases], ids in their order */
    size_t n_bases;
    const struct bound_tool *bound; /* bound[n_bound], enabled */
    size_t n_bound;
    struct access_snapshot_exposure *exposures; /* exposures[n_exposures] */
    size_t n_exposures;
    struct access_snapshot_token *tokens; /* tokens[n_tokens] */
    size_t n_tokens;
    struct grant local; /* of the user of this machine */
};

/* What the database says now; release it with access_snapshot_release(). */
MUST_CHECK enum err access_snapshot_take(struct registry *r,
                                         struct access_snapshot **out,
                                         struct error *e);

/* An empty one, which refuses every request. */
MUST_CHECK enum err access_snapshot_empty(struct access_snapshot **out,
                                          struct error *e);

/* One more who will release it. */
void access_snapshot_hold(struct access_snapshot *p);

/* Use it no more; NULL is allowed. */
void access_snapshot_release(struct access_snapshot *p);

/* NULL: there is none. */
const struct access_snapshot_token *access_snapshot_find_token(
    const struct access_snapshot *p, struct str id);
const struct access_snapshot_exposure *access_snapshot_find_exposure(
    const struct access_snapshot *p, struct str name);

/* Is there a base with this id? */
bool access_snapshot_has_base(const struct access_snapshot *p, struct str id);

/* The number that stands for a token's id; never 0. */
uint64_t access_snapshot_key(struct str id);

#endif
