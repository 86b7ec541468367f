/*
 * json_place.h - the position of a walk through a JSON document.
 *
 *     value      {"items":[{"address":{"city":"Oslo"}}]}
 *     pointer    /items/0/address/city
 *     keys       .items.address.city
 *
 * A place longer than JSON_PLACE_BYTES is represented by its nearest ancestor
 * that is not, so that keys of megabytes cost nothing.
 */
#ifndef SEARCH_CHUNKS_JSON_PLACE_H
#define SEARCH_CHUNKS_JSON_PLACE_H

#include "search/chunks/json_chunk_config.h"

#define JSON_PLACE_BYTES ((size_t)16 * 1024)

struct json_place {
    const struct json_chunk_config *config; /* borrowed */
    struct buf pointer, keys;
    size_t beyond;   /* tokens that were not put */
    unsigned weight; /* of what is here */
};

/* What it was before a step. */
struct json_step {
    size_t pointer_n, keys_n;
    unsigned weight;
    bool was_beyond;
};

/* At the whole document. */
MUST_CHECK enum err json_place_init(struct json_place *p,
                                    const struct json_chunk_config *config,
                                    struct error *e);

/* Release what it holds. */
void json_place_release(struct json_place *p);

/* A step that does not move: the document itself. */
struct json_step json_place_here(const struct json_place *p);

/* Into a member or an element. */
struct json_step json_place_key(struct json_place *p, struct str key);
struct json_step json_place_index(struct json_place *p, size_t index);

/* Back to where `step` was made. */
void json_place_back(struct json_place *p, const struct json_step *step);

/* Does the config leave this place out, with all below it? */
bool json_place_is_excluded(const struct json_place *p);

#endif
