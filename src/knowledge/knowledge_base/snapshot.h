/* snapshot.h - the canonical data of a base, as files in a folder. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_SNAPSHOT_H
#define KNOWLEDGE_KNOWLEDGE_BASE_SNAPSHOT_H

#include "store/catalog/base.h"

struct snapshot {
    int64_t documents;
    uint64_t originals;
    uint64_t bytes;
};

/* What a base's database holds and names, by what it says. */
MUST_CHECK enum err snapshot_measure(struct db *d, struct snapshot *out,
                                     struct error *e);

/*
 * snapshot_take - write base.db, files/, draft/ and published/ into an empty
 * folder, each checked,
 * all on the disk at the end.
 *
 * Under the base's lock: what a database names must be there.
 *
 * in       release  the lock, let go when the originals cannot vanish any
 *                   more; NULL: the caller keeps it
 * errors   ERR_FILE_READ_FAILED  the base is damaged
 *          ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err snapshot_take(const struct base *b, const char *folder,
                                  struct fs_lock *release, struct snapshot *out,
                                  struct error *e);

#endif
