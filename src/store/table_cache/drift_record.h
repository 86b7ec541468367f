/*
 * drift_record.h - the schema-drift record: the last map of each path.
 *
 * stat_cache.h knows a file by device and inode, which an editor that saves by
 * rename changes; what changed in a file is asked of its path. So the memory
 * is named by the hash of the absolute path, with the last name as it was
 * given (a link that now leads elsewhere is a changed file) and the reader,
 * engine and options of the cache entry: maps of other options are not
 * compared. It holds what a comparison needs, so the entry of the older
 * content may be collected.
 *
 * One file a memory in HOME/cache/mapped/, replaced by rename, with a checksum
 * before all: derived, so a damaged one is forgotten. Two processes that map
 * one path at once write one after the other; each wrote the truth about a
 * content that the path had.
 */
#ifndef STORE_TABLE_CACHE_DRIFT_RECORD_H
#define STORE_TABLE_CACHE_DRIFT_RECORD_H

#include "store/home/home.h"

/* Which map: of a path, as one cache entry reads it. */
struct drift_record_key {
    const char *path;  /* where the file was opened */
    const char *entry; /* the name of its cache entry, which begins with the
                          content's SHA-256 */
};

struct drift_record {
    struct str sha256;  /* of the content that was mapped, 64 digits */
    struct str summary; /* what is compared with the next content */
    struct str drift;   /* from the content before it; empty: there was none */
};

/* What is remembered, in `a`; false when nothing is, or nothing whole. */
bool drift_record_recall(const struct home *h, const struct drift_record_key *k,
                         struct arena *a, struct drift_record *out);

/* Remember instead of what was; a failure means that less is remembered. */
void drift_record_remember(const struct home *h,
                           const struct drift_record_key *k,
                           const struct drift_record *m);

/*
 * drift_record_sweep - forget paths that are gone, and what another reader
 * wrote.
 *
 * in       all   forget everything
 * cost     reads each memory
 */
void drift_record_sweep(const struct home *h, bool all);

#endif
