/* qdrant_read.h - what Qdrant answers, as its OpenAPI (1.18, 1.19) has it: untrusted. */
#ifndef SEARCH_BACKEND_QDRANT_READ_H
#define SEARCH_BACKEND_QDRANT_READ_H

#include "base/json.h"
#include "search/backend/backend.h"

/* A collection. */
struct qdrant_collection {
    uint64_t dimensions;
    bool
        is_ours; /* of Quarry, with the cosine of the nearest of several vectors */
    struct str base; /* id of the base that it is of; these borrow the answer */
    struct str index; /* as struct backend_owner */
    struct str model;
};

/* Of GET /collections/{name}; false: it has not the shape. */
bool qdrant_read_collection(const struct json *root,
                            struct qdrant_collection *out);

/*
 * qdrant_read_hits - of POST .../points/query.
 *
 * in       most  that were asked for
 * out      out   in `a`, each id once
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  it has not the shape; without a message
 *          ERR_LIMIT                    `a` is full
 */
MUST_CHECK enum err qdrant_read_hits(const struct json *root, size_t most,
                                     struct arena *a, struct backend_hits *out,
                                     struct error *e);

/* Of POST .../points/count; false: it has not the shape. */
bool qdrant_read_count(const struct json *root, uint64_t *out);

#endif
