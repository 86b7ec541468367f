/*
 * originals.h - the original files of a base, named by SHA-256.
 *
 * A file appears whole, by rename, and never changes. It is there before the
 * document that names it is committed, and goes after the last one that names
 * it is gone; both happen under the base's lock (base_lock.h), so that nobody
 * removes what another is about to name. A crash leaves at most a file that
 * nothing names.
 */
#ifndef STORE_CATALOG_ORIGINALS_H
#define STORE_CATALOG_ORIGINALS_H

#include "base/hash.h"
#include "store/catalog/base.h"

#define ORIGINALS_BATCH 256

/* Files that are kept together: written first, synced at once, then named.
 * Under the lock from the beginning to the end. */
struct originals {
    const struct base *base;
    struct arena *a;
    uint64_t
        tag;  /* of the names until then: who lost the lock may still write */
    size_t n; /* written, not yet named */
    const char *path[ORIGINALS_BATCH];
};

/* Begin; `a` lives until originals_end(), which must follow. */
void originals_begin(struct originals *o, const struct base *b,
                     struct arena *a);

/*
 * originals_write - copy what a descriptor holds, from its start.
 *
 * in       sha256  what it is known to hold
 *          shown   its name for messages
 * errors   ERR_CONFLICT  it holds something else by now
 *          ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED
 *          ERR_LIMIT     ORIGINALS_BATCH are written already
 */
MUST_CHECK enum err originals_write(struct originals *o, int fd,
                                    struct str sha256, const char *shown,
                                    struct error *e);

/* Sync what was written and give it its names, which are on the disk then. */
MUST_CHECK enum err originals_name_all(struct originals *o, struct error *e);

/* Remove what got no name. */
void originals_end(struct originals *o);

/*
 * originals_put - keep what a descriptor holds, from its start. Under the lock.
 *
 * in       sha256  what it is known to hold
 *          shown   its name for messages
 * errors   ERR_CONFLICT  it holds something else by now
 *          ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err originals_put(const struct base *b, int fd,
                                  struct str sha256, const char *shown,
                                  struct error *e);

/* Open one for reading; the caller closes *fd. ERR_FILE_READ_FAILED when it is
 * lost, which only a damaged base is. */
MUST_CHECK enum err originals_open(const struct base *b, struct str sha256,
                                   int *fd, struct error *e);

/* Get one from the bucket in place of what the folder has. Under the lock; errors as
 * base_object_get(). */
MUST_CHECK enum err originals_replace(const struct base *b, struct str sha256,
                                      struct error *e);

/* Get all that the bucket has and the folder has not, for who reads the folder; under the
 * lock they stay. Errors as originals_open(). */
MUST_CHECK enum err originals_bring_all(const struct base *b, struct error *e);

/* Remove those that no version names. Under the lock. */
MUST_CHECK enum err originals_sweep(const struct base *b, struct error *e);

#endif
