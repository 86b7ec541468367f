/*
 * stat_cache.h - the SHA-256 of an unchanged file without reading it again.
 *
 * A file's content is remembered under its device and inode, together with
 * size, mtime and ctime in nanoseconds; when all of them are as before the
 * bytes are taken to be as before (hashing 600 MB costs 1.8 s). As git does,
 * a memory is not trusted when the file had changed so shortly before it was
 * hashed that a later change could carry the same time ("racy").
 *
 * One small file a memory in HOME/cache/seen/, replaced by rename: derived,
 * so a lost or damaged one means hashing again.
 */
#ifndef STORE_TABLE_CACHE_STAT_CACHE_H
#define STORE_TABLE_CACHE_STAT_CACHE_H

#include "base/hash.h"
#include "store/home/home.h"

#include <sys/stat.h>

/* An open file. */
struct stat_cache_file {
    int fd;
    const struct stat *st; /* of fstat(fd) */
    const char *path;  /* where it was opened; for stat_cache_collect_live() */
    const char *shown; /* its name for messages */
};

/*
 * stat_cache_hash - the SHA-256 of an open file, remembered or computed.
 *
 * out      hex    64 digits and the NUL
 * errors   ERR_FILE_READ_FAILED  reading fails
 */
MUST_CHECK enum err stat_cache_hash(const struct home *h,
                                    const struct stat_cache_file *f,
                                    char hex[HASH_HEX_BYTES], struct error *e);

/*
 * stat_cache_keep_live - a content that is made of several files has a hash of its
 * own, which is live as long as this file, one of them, is unchanged.
 *
 * in       hex   64 digits
 */
void stat_cache_keep_live(const struct home *h, const struct stat_cache_file *f,
                          const char hex[HASH_HEX_BYTES]);

/*
 * stat_cache_collect_live - which contents some remembered file still has, or is
 * a part of.
 *
 * Looks at each remembered path; memories whose file is gone or has changed
 * are removed on the way.
 *
 * out      live    str[n], each 64 digits, in `a`
 * cost     one stat() a memory
 */
MUST_CHECK enum err stat_cache_collect_live(const struct home *h,
                                            struct arena *a, struct str **live,
                                            size_t *n, struct error *e);

#endif
