/*
 * settings.h - the settings of a base, by name.
 *
 *      retrieval_config  how search goes about it, a JSON object: below
 *      embedding         the embedding model (models/embedding/provider.h): "use-lite"
 *      index.backend     who keeps vectors (search/backend/backend.h): "segments"
 *      splitter_config   how texts and JSON are cut into chunks
 *                        (search/chunks/chunk_size.h, search/chunks/json_chunk_config.h)
 *      daily             pointers whose "/-" goes to a day's document, a list
 *      deep_link         where a section is shown, "/docs/{path}#{id}"
 *      chat              a language model to ask (models/llm/chat.h), or "none"
 *      egress            what it may be sent of the base: "none", "schema" (names,
 *                        types, counts, extremes), "values" (those too) or
 *                        "passages" (what is found of pages, too)
 */
#ifndef SEARCH_SETTINGS_SETTINGS_H
#define SEARCH_SETTINGS_SETTINGS_H

#include "base/jsonw.h"
#include "search/chunks/chunk_size.h"
#include "store/catalog/base.h"

/*
 * settings_set - check a value and keep it; inside a write transaction.
 *
 * One that passages are made by (embedding, splitter_config) makes every
 * document stale when it changes.
 *
 * errors   ERR_NOT_FOUND          no such setting; the message names those
 *                                 there are
 *          ERR_VALIDATION_FAILED  the setting cannot have the value; with the position
 *                                 where it is JSON
 */
MUST_CHECK enum err settings_set(const struct base *b, struct str name,
                                 struct str value, struct error *e);

/* {"retrieval_config":{...},"embedding":"...",...}; what was never set is
 * null. */
MUST_CHECK enum err settings_write(const struct base *b, struct arena *a,
                                   struct jsonw *w, struct error *e);

/* How large passages of text are: the base's splitter_config, or the default
 * where it says nothing or cannot be read. */
void settings_chunk_size(const struct base *b, struct arena *a,
                         struct chunk_size *out);

enum retrieval_mode {
    RETRIEVAL_VECTOR,
    RETRIEVAL_KEYWORD,
    RETRIEVAL_HYBRID,
    RETRIEVAL_STRUCTURED
};

/* "vector", "keyword", "hybrid", "structured" */
const char *retrieval_mode_name(enum retrieval_mode m);

/* The mode of a name; false: there is none. */
bool retrieval_mode_find(struct str name, enum retrieval_mode *out);

/* How much each side weighs in hybrid mode; their sum is 1. */
struct retrieval_weights {
    double keyword;
    double vector;
};

/*
 * The rest of a retrieval_config:
 *
 *     {"retrieval_mode","weights":{"keyword":.83,"vector":.17},
 *      "max_documents":0,"rerank":"<model>@<url>","rerank_budget_ms":2000}
 */
struct retrieval_config {
    struct retrieval_weights weights;
    int64_t max_documents; /* that a search looks through; 0: all */
    struct str rerank;     /* models/rerank/rerank.h; empty: none */
    uint64_t rerank_budget_ms;
};

#define RETRIEVAL_RERANK_MS 2000

/* Chosen on the development sets: search/retrieve/fuse.c. */
extern const struct retrieval_weights retrieval_default_weights;

/* A base's retrieval_config, in `a`. */
MUST_CHECK enum err settings_retrieval_config(const struct base *b,
                                              struct arena *a,
                                              struct retrieval_config *out,
                                              struct error *e);

enum egress { EGRESS_NONE, EGRESS_SCHEMA, EGRESS_VALUES, EGRESS_PASSAGES };

/* "none", "schema", "values"; false: there is no such. */
bool egress_find(struct str name, enum egress *out);

/* The language model of a base; `chat` is empty where there is none. */
struct model_setting {
    struct str chat;
    struct str planner; /* that plans queries in its place; empty: none */
    enum egress egress;
};

/* What a base says of language models, in `a`. */
MUST_CHECK enum err settings_model(const struct base *b, struct arena *a,
                                   struct model_setting *out, struct error *e);

/* What a base can offer. */
struct retrieval_means {
    bool vectors; /* some document has them */
};

/* The mode to use, and why it is not the one that is configured. */
struct retrieval_choice {
    enum retrieval_mode mode;
    const char *note; /* NULL: it is */
};

/*
 * settings_retrieval - the mode of a base's retrieval_config.
 *
 * Without one it is vector, as configurations from before there was a choice
 * mean it; structured that is not enabled is vector, and vector without
 * vectors is keyword. New bases are made with hybrid.
 */
MUST_CHECK enum err settings_retrieval(const struct base *b,
                                       const struct retrieval_means *means,
                                       struct arena *a,
                                       struct retrieval_choice *out,
                                       struct error *e);

#endif
