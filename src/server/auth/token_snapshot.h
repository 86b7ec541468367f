/*
 * token_snapshot.h - an immutable snapshot of tokens, bound tools and
 * exposures in memory, consulted at each request. Private to server/auth/.
 *
 * A snapshot never changes; its holders may read it. The last one to let
 * go frees it, so that a request keeps its grant while a newer snapshot is in
 * use.
 */
#ifndef SERVER_AUTH_TOKEN_SNAPSHOT_H
#define SERVER_AUTH_TOKEN_SNAPSHOT_H

#include "server/auth/access_token.h"
#include "server/auth/grant_check.h"
#include "store/catalog/registry.h"

#include <stdatomic.h>

struct token_snapshot_exposure {
    struct grant grant;
    const struct str *origins; /* origins[n_origins] */
    size_t n_origins;
    bool is_public;
    uint64_t key; /* of callers without a token; never 0 */
};

struct token_snapshot_token {
    struct str id;
    uint8_t hash[HASH_BYTES];
    uint64_t key;      /* of the id, never 0 */
    int64_t expires_s; /* Unix; 0: never */
    struct grant grant;
    const struct token_snapshot_exposure *exposure; /* NULL: of none */
};

struct token_snapshot {
    struct arena arena;
    atomic_uint holders;
    bool is_lost;            /* stands for one that cannot be read */
    int64_t version;         /* the home's grant_version */
    const struct str *bases; /* bases[n_bases], ids in their order */
    size_t n_bases;
    const struct bound_tool *bound; /* bound[n_bound], enabled */
    size_t n_bound;
    struct token_snapshot_exposure *exposures; /* exposures[n_exposures] */
    size_t n_exposures;
    struct token_snapshot_token *tokens; /* tokens[n_tokens] */
    size_t n_tokens;
    struct grant local; /* of the user of this machine */
};

/* What the database says now; release it with token_snapshot_release(). */
MUST_CHECK enum err token_snapshot_take(struct registry *r,
                                        struct token_snapshot **out,
                                        struct error *e);

/* An empty one, which refuses every request. */
MUST_CHECK enum err token_snapshot_empty(struct token_snapshot **out,
                                         struct error *e);

/* One more who will release it. */
void token_snapshot_hold(struct token_snapshot *p);

/* Use it no more; NULL is allowed. */
void token_snapshot_release(struct token_snapshot *p);

/* NULL if there is none. */
const struct token_snapshot_token *token_snapshot_find_token(
    const struct token_snapshot *p, struct str id);
const struct token_snapshot_exposure *token_snapshot_find_exposure(
    const struct token_snapshot *p, struct str name);

/* Is there a base with this id? */
bool token_snapshot_has_base(const struct token_snapshot *p, struct str id);

/* The number that stands for a token's id; never 0. */
uint64_t token_snapshot_key(struct str id);

#endif
