/*
 * query_cache.h - a cache of question vectors: people repeat a question, page
 * through its results, and change a filter.
 *
 * For a process that lives, such as a server. Keyed by the model and the exact
 * text, so several embedders may share one.
 */
#ifndef MODELS_EMBEDDING_QUERY_CACHE_H
#define MODELS_EMBEDDING_QUERY_CACHE_H

#include "models/embedding/embedder.h"

struct query_cache;

struct query_cache_limits {
    size_t entries; /* 1 to 4096; the one asked for longest ago gives way */
    uint64_t life_ms;
    size_t text_bytes;        /* longer texts are not kept */
    uint64_t (*now_ms)(void); /* clock_ms(), or a test's */
};

/* 256 entries, 10 minutes, 4 KiB: with 1,536 dimensions at most 3 MB. */
extern const struct query_cache_limits query_cache_default_limits;

/* query_cache_free() it; ERR_LIMIT without memory. */
MUST_CHECK enum err query_cache_new(const struct query_cache_limits *limits,
                                    struct query_cache **out, struct error *e);

/* NULL is allowed. */
void query_cache_free(struct query_cache *c);

/*
 * query_cache_embed - the vector of one text, as embedder_embed() gives it.
 *
 * out      out      float[m->dimensions]
 * errors   those of embedder_embed(); what failed is not kept, and that there
 *          is no memory to keep what did not is no error
 * threads  any number at once; two that ask the same for the first time both
 *          embed it, as waiting for another's call could be the longer way
 */
MUST_CHECK enum err query_cache_embed(struct query_cache *c, struct embedder *m,
                                      struct str text, float *out,
                                      struct embedding *report,
                                      struct error *e);

struct query_cache_counts {
    uint64_t hits;
    uint64_t misses;
};

/* Since it was made. */
struct query_cache_counts query_cache_counts(struct query_cache *c);

#endif
