/*
 * json_chunk_config.h - which values of a JSON document are indexed, and in
 * chunks of what size; set for a base or a document.
 *
 *     {"json": {"granularity": "auto",
 *               "fields": {"name": 3, "notes": 1, "address.zip": 0},
 *               "default_weight": 1,
 *               "exclude": ["/meta"]}}
 *
 * Every member may be left out; members besides "json" belong to others
 * (chunk_size.h).
 *
 * A name of "fields" is a key, or keys with dots that the path of a value ends
 * with, elements of arrays not counted; it holds for all that is below it where
 * no longer path says otherwise. Weight 0 leaves a value out, 1 puts it into
 * the text, more puts it into the title, too, where words weigh more. With
 * "default_weight" 0 only what is named is found.
 */
#ifndef SEARCH_CHUNKS_JSON_CHUNK_CONFIG_H
#define SEARCH_CHUNKS_JSON_CHUNK_CONFIG_H

#include "base/json.h"

#define JSON_CHUNK_MAX_FIELDS  256
#define JSON_CHUNK_MAX_EXCLUDE 64
#define JSON_CHUNK_MAX_WEIGHT  10

enum json_chunk_unit {
    JSON_UNIT_AUTO,    /* records, coarser or finer as the document is used */
    JSON_UNIT_RECORD,  /* each element of a list of objects, always */
    JSON_UNIT_SECTION, /* the largest object or list that fits one chunk */
    JSON_UNIT_LEAF     /* each value, or list of values, for itself */
};

struct json_chunk_field {
    struct str name;
    unsigned weight;
};

struct json_chunk_config {
    enum json_chunk_unit unit;
    const struct json_chunk_field *field; /* [n_fields] */
    size_t n_fields;
    unsigned default_weight;
    const struct str *exclude; /* [n_exclude], JSON Pointers */
    size_t n_exclude;
};

/* Everything, in units that are chosen, all of weight 1. */
extern const struct json_chunk_config json_chunk_config_default;

/*
 * json_chunk_config_parse - the config from its text.
 *
 * in       text   JSON; empty or without "json": the default
 * out      out    lives in `a`
 * errors   ERR_VALIDATION_FAILED  no JSON, with line and column; or the message
 *                                 names the member that is wrong and how it
 *                                 should be
 *          ERR_LIMIT              too many names, or `a` is full
 */
MUST_CHECK enum err json_chunk_config_parse(struct str text, struct arena *a,
                                            struct json_chunk_config *out,
                                            struct error *e);

#endif
