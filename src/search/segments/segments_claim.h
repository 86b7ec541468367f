/*
 * segments_claim.h - files that no manifest names yet, and the process that
 * writes them.
 *
 * A process that writes segments reserves 2^16 random names and holds a lock on
 * "<first name>.lock" until it exits. So a file that no manifest names is
 * garbage exactly if that lock is free.
 */
#ifndef SEARCH_SEGMENTS_SEGMENTS_CLAIM_H
#define SEARCH_SEGMENTS_SEGMENTS_CLAIM_H

#include "base/fs.h"
#include "search/segments/segments_internal.h"

#define CLAIM_NAMES UINT64_C(0x10000)

struct claim {
    uint64_t first; /* name of the lock; a multiple of CLAIM_NAMES */
    uint64_t last;  /* that was given */
    struct fs_lock lock;
    const char *path; /* of the lock's file */
};
#define CLAIM_NONE ((struct claim){.lock = FS_LOCK_NONE})

/* Draw names; `a` must live until claim_close(). */
MUST_CHECK enum err claim_open(const struct segments *x, struct arena *a,
                               struct claim *c, struct error *e);

/* One of its names. ERR_LIMIT: it has no more. */
MUST_CHECK enum err claim_name(struct claim *c, uint64_t *name,
                               struct error *e);

/* Release the lock, so that others may use its names; it is CLAIM_NONE then, which is
 * allowed here, too. */
void claim_close(struct claim *c);

/* A number that nobody else draws. */
MUST_CHECK enum err claim_random(uint64_t *out, struct error *e);

/* Remove both files of a segment that no manifest names. */
void claim_remove(const struct segments *x, uint64_t name);

/*
 * claim_sweep - remove every file of the folder that the newest manifest does
 * not name and that nobody is writing.
 *
 * The caller holds the lock of changes and no claim. What cannot be removed
 * stays until the next sweep: a file too many harms nobody.
 */
void claim_sweep(struct segments *x);

#endif
