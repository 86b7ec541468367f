/*
 * cache.h - the cache of tables made from ad hoc files, addressed by content.
 *
 * An entry is some files in HOME/cache that share a name,
 *
 *     <sha256>-<reader>-<libduckdb>-<options>.duckdb   the table
 *                                            .map.json what was decided
 *                                            .profile.json  statistics
 *                                            .failure.json  or why there is none
 *
 *                                            .profile.values  dictionaries of
 *                                            columns with many values
 *
 * and, of a file of several tables, .profile-<n>.json and .profile-<n>.values
 * for tables that somebody asked about,
 * so another content, reader, DuckDB or reader option is another entry. The
 * map is renamed into place last: an entry exists when its map does, and a
 * half-written one is never seen. Everything here is derived: any doubt about
 * an entry means that it is dropped and built again.
 */
#ifndef STORE_TABLE_CACHE_CACHE_H
#define STORE_TABLE_CACHE_CACHE_H

#include "store/table_cache/scratch.h"

/* Name and version of the reader of tables, whatever their format: which files
 * it reads, what it makes of them, and what map and profile say of it change
 * only together with this. Entries of an older one are not opened any more, and
 * cache_gc() removes them. */
#define CACHE_READER "tables58"

struct cache_key {
    const char *sha256; /* of the source, 64 digits */
    const char *reader; /* CACHE_READER */
    struct str options; /* canonical text of the reader's options */
};

/* Paths of an entry, in the arena of cache_entry_init(). */
struct cache_entry {
    const char *name;
    const char *database;
    const char *map;
    const char *profile;
    const char *failure; /* why there is no table (tables/failure.h) */
    bool keeps_digests;  /* as the home does */
};

/* An entry being built; release with cache_build_end() in every case. */
struct cache_build {
    struct fs_lock lock;
    struct scratch scratch; /* the ingest worker's to write in */
    const char *database;   /* the file that it must make there */
};
#define CACHE_BUILD_NONE \
    ((struct cache_build){.lock = FS_LOCK_NONE, .scratch = SCRATCH_NONE})

/* The entry of a key; says nothing about whether it exists. */
MUST_CHECK enum err cache_entry_init(const struct home *h,
                                     const struct cache_key *k, struct arena *a,
                                     struct cache_entry *out, struct error *e);

/* The profile of another table than the usual one, `number` from 1. */
MUST_CHECK enum err cache_entry_profile(const struct cache_entry *c,
                                        size_t number, struct arena *a,
                                        const char **out, struct error *e);

/* Is this the name of an entry, or of what is kept about one, that the reader
 * and DuckDB of this program made? Names begin with 64 digits. */
bool cache_name_is_current(struct str name);

/* True when the entry was published. */
bool cache_entry_exists(const struct cache_entry *c);

/* Forget an entry that turned out damaged. */
void cache_entry_drop(const struct cache_entry *c);

/*
 * cache_build_begin - become the one process that builds this entry.
 *
 * When it returns, look with cache_entry_exists() again: another process may
 * have built it while this one waited for the lock.
 * errors   ERR_TIMEOUT, ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err cache_build_begin(const struct home *h,
                                      const struct cache_entry *c,
                                      uint64_t timeout_ms, struct arena *a,
                                      struct cache_build *b, struct error *e);

/* Move what was built into place, the map last. */
MUST_CHECK enum err cache_build_publish(const struct cache_build *b,
                                        const struct cache_entry *c,
                                        struct str map, struct error *e);

/* Keep a profile, `path` being that of one table of the entry. */
MUST_CHECK enum err cache_keep_profile(const struct cache_entry *c,
                                       const char *path, struct str profile,
                                       struct error *e);

/* Remove the folder and release the lock; CACHE_BUILD_NONE is allowed. */
void cache_build_end(struct cache_build *b);

struct cache_gc_report {
    uint64_t entries_kept;
    uint64_t entries_removed;
    uint64_t bytes_removed;
    uint64_t builds_removed; /* of builders that died; not in the bytes */
};

/*
 * cache_gc - remove entries that nothing can use any more: those whose source
 * is gone or changed, and those of another reader or DuckDB version; memories
 * of maps whose path is gone; and what builders that died left behind.
 *
 * in       all   remove every entry, and every memory of a map
 */
MUST_CHECK enum err cache_gc(const struct home *h, bool all,
                             struct cache_gc_report *report, struct error *e);

/*
 * cache_tidy - cache_gc() without `all`, if the last was over an hour ago; what
 * is younger than that is kept. Call it after adding an entry. What goes wrong
 * is left to the next time.
 *
 * cost     one fstat() as a rule; else one stat() a file that is remembered
 */
void cache_tidy(const struct home *h);

#endif
