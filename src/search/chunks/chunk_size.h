/*
 * chunk_size.h - the size of text chunks, set for a base or a document in
 * splitter_config, beside "json" (json_chunk_config.h).
 *
 *     {"chunk_size": 400, "chunk_overlap": 50}
 *
 * In tokens as measure.h counts them, the most of a passage and of what it
 * repeats of the one before. CHUNK_MAX_CHARACTERS holds in any case.
 */
#ifndef SEARCH_CHUNKS_CHUNK_SIZE_H
#define SEARCH_CHUNKS_CHUNK_SIZE_H

#include "base/json.h"

#define CHUNK_SIZE_LEAST_TOKENS 50

struct chunk_size {
    size_t tokens;         /* CHUNK_SIZE_LEAST_TOKENS to CHUNK_MAX_TOKENS */
    size_t overlap_tokens; /* at most a quarter of them, and 150 */
};

/* CHUNK_MAX_TOKENS, CHUNK_OVERLAP_TOKENS */
extern const struct chunk_size chunk_size_default;

/*
 * chunk_size_parse - the sizes from a splitter_config.
 *
 * in       text   JSON; empty or without the members: the default
 * errors   ERR_VALIDATION_FAILED  no JSON, with line and column; or the message
 *                                 names the member that is wrong or not known
 */
MUST_CHECK enum err chunk_size_parse(struct str text, struct arena *a,
                                     struct chunk_size *out, struct error *e);

#endif
