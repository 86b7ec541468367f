/* fs_lock.h - locks between processes (fs.h). */
#ifndef BASE_FS_LOCK_H
#define BASE_FS_LOCK_H

#include "base/err.h"

#include <stdint.h>

/* A lock between processes; FS_LOCK_NONE is "not held". */
struct fs_lock {
    int fd;
};
#define FS_LOCK_NONE ((struct fs_lock){-1})

/*
 * fs_lock_open - take the exclusive lock that the file `path` stands for.
 *
 * in       timeout_ms  how long to wait; 0 tries once
 * out      lock        release with fs_lock_close()
 * errors   ERR_TIMEOUT            another process holds it
 *          ERR_FILE_WRITE_FAILED  the file cannot be made
 * threads  two locks in one process exclude each other too
 */
MUST_CHECK enum err fs_lock_open(const char *path, const char *shown,
                                 uint64_t timeout_ms, struct fs_lock *lock,
                                 struct error *e);

/* As fs_lock_open(), without waiting: lock->fd is -1 on OK when another holds it. */
MUST_CHECK enum err fs_lock_try(const char *path, const char *shown,
                                struct fs_lock *lock, struct error *e);

/* As fs_lock_open(), with others who share it; it excludes those who do not. */
MUST_CHECK enum err fs_lock_share(const char *path, const char *shown,
                                  uint64_t timeout_ms, struct fs_lock *lock,
                                  struct error *e);

/* Release; FS_LOCK_NONE is allowed. The file stays. */
void fs_lock_close(struct fs_lock *lock);

#endif
