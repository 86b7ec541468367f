/* copy.h - a copy of a file with a known SHA-256. */
#ifndef STORE_TABLE_CACHE_COPY_H
#define STORE_TABLE_CACHE_COPY_H

#include "base/fs.h"

struct copy {
    int from;           /* read from its start, wherever it is */
    uint64_t bytes;     /* at most so many from its start; 0: all */
    struct str sha256;  /* what it must hold; empty: whatever it holds */
    const char *folder; /* where the copy is to be, */
    const char *name;   /* and how it is to be called */
    const char *shown;  /* the source's name for messages */
    bool sync;          /* on the disk before it has its name */
};

/*
 * copy_make - the copy, which has its name only when it is whole.
 *
 * It shares blocks with its source where the file system can do that
 * (FICLONE) and is read back in every case. One at a time in a folder.
 *
 * errors   ERR_CONFLICT           it does not hold what it must
 *          ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err copy_make(const struct copy *c, struct error *e);

/*
 * copy_write - only the bytes, into `to`, which is open for reading and writing:
 * folder, name and sync are not looked at. It is empty, or where it stands some
 * `bytes` are wanted. Errors as copy_make().
 */
MUST_CHECK enum err copy_write(const struct copy *c, int to, struct error *e);

/* The name of a copy under way. */
#define COPY_UNFINISHED ".new"

/* Put all that was written below a folder on the disk. */
MUST_CHECK enum err copy_sync_all(const char *folder, struct error *e);

#endif
