/* snapshot.h - the canonical data of a base, as files in a folder. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_SNAPSHOT_H
#define KNOWLEDGE_KNOWLEDGE_BASE_SNAPSHOT_H

#include "store/catalog/base.h"
#include "store/catalog/lease.h"

struct snapshot {
    int64_t documents;
    uint64_t originals;
    uint64_t bytes;
};

/* What a base's database holds and names, by what it says. */
MUST_CHECK enum err snapshot_measure(struct db *d, struct snapshot *out,
                                     struct error *e);

/*
 * snapshot_take - write base.db, files/, draft/ and published/ into a folder that
 * has none of them, each checked; all of the folder is on the disk at the end.
 *
 * Under the base's lock: what a database names must be there.
 *
 * in       release  release[n], locks that are let go when the database is copied
 *                   and its originals cannot vanish any more
 * errors   ERR_FILE_READ_FAILED  the base is damaged
 *          ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err snapshot_take(const struct base *b, const char *folder,
                                  struct lease *release, size_t n,
                                  struct snapshot *out, struct error *e);

#endif
