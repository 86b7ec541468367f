/*
 * sum.h - a derived file and the SHA-256 that it had when it was made.
 *
 * Kept beside it as <file>.sum, so that a flipped bit can be found in files
 * whose makers give them no checksum. Derived itself: a lost one only means
 * that the file is made again.
 */
#ifndef STORE_TABLE_CACHE_SUM_H
#define STORE_TABLE_CACHE_SUM_H

#include "base/fs.h"

#define SUM_SUFFIX ".sum"

/* Keep the sum of a file that was just put into place. */
MUST_CHECK enum err sum_keep(const char *path, struct error *e);

/*
 * sum_check - does the file hold what it held?
 *
 * out      bytes  that were read
 * returns  false when it does not, or nothing says so
 */
MUST_CHECK bool sum_check(const char *path, uint64_t *bytes);

#endif
