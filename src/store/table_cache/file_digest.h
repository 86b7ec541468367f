/*
 * file_digest.h - a derived file and the SHA-256 that it had when it was made.
 *
 * Kept beside it as <file>.sum, so that a flipped bit can be found in files
 * whose makers give them no checksum. Derived itself: a lost one only means
 * that the file is made again.
 */
#ifndef STORE_TABLE_CACHE_FILE_DIGEST_H
#define STORE_TABLE_CACHE_FILE_DIGEST_H

#include "base/fs.h"

#define DIGEST_SUFFIX ".sum"

/* Keep the digest of a file that was just put into place. */
MUST_CHECK enum err digest_keep(const char *path, struct error *e);

/*
 * digest_check - does the file hold what it held?
 *
 * out      bytes  that were read
 * returns  false when it does not, or nothing says so
 */
MUST_CHECK bool digest_check(const char *path, uint64_t *bytes);

#endif
