/* tables_internal.h - what the files of this room share; nobody else's. */
#ifndef TABLES_TABLES_INTERNAL_H
#define TABLES_TABLES_INTERNAL_H

#include "base/json.h"
#include "store/cache.h"
#include "tables/tables.h"
#include "workers/worker_pool.h"

#define DEFAULT_INGEST_MS ((uint64_t)600 * 1000)
#define MAP_MAX_BYTES     ((size_t)64 * 1024 * 1024)

/* Everything is set by tables_new() and only read after that; the pool has
 * its own lock. */
struct tables {
    struct tables_options o;
    struct arena arena; /* holds the strings below */
    struct home home;
    const char *root;  /* NULL: sources may be anywhere */
    const char *draft; /* NULL: exports may go anywhere */
    struct worker_pool *pool;
};

/* A source that is in the cache, opened for one call. */
struct entry {
    struct cache_entry files;
    struct str map; /* the stored map, one JSON object */
};

/*
 * entry_open - the cache entry of a source, built when it is not there.
 *
 * out      en       lives in `a`
 * errors   as the six tools
 */
MUST_CHECK enum err entry_open(struct tables *t, const struct table_source *s,
                               struct arena *a, struct entry *en,
                               struct error *e);

/*
 * entry_call - one request to the query worker of an entry.
 *
 * An entry that turns out damaged is dropped, built again and asked once more.
 * out      json     the worker's answer, in `a`
 */
MUST_CHECK enum err entry_call(struct tables *t, const struct table_source *s,
                               struct str request, struct arena *a,
                               struct str *json, struct error *e);

/* The profile of an entry, from the cache or made now. */
MUST_CHECK enum err entry_profile(struct tables *t,
                                  const struct table_source *s,
                                  struct entry *en, struct arena *a,
                                  struct str *profile, struct error *e);

/* When a call with this source must end; `default_ms` where it says nothing. */
struct wire_wait source_wait(const struct tables *t,
                             const struct table_source *s, uint64_t default_ms);

/* What a worker may take for a call with this source. */
uint64_t source_memory(const struct table_source *s);

#endif
