/*
 * failure.h - remembers files that could not be read, so that the next call for
 * one is refused at once, without a worker.
 *
 * It is kept beside the cache entry that there would be, so under the hash of the
 * content, the reader's version and its options, and holds for a while: a disk
 * that failed may be well again.
 */
#ifndef TABLES_FAILURE_H
#define TABLES_FAILURE_H

#include "tables/tables_internal.h"

/*
 * failure_keep - `why` came of reading; what is not of the content is not kept.
 *
 * in       memory_bytes  that the worker might take; 0: the default
 */
void failure_keep(const struct cache_entry *c, uint64_t memory_bytes,
                  const struct error *why);

/*
 * failure_recall - was this read before, with no less memory, and could not be?
 *
 * errors   ERR_FILE_READ_FAILED, ERR_LIMIT  what came of it then
 */
MUST_CHECK enum err failure_recall(const struct cache_entry *c,
                                   uint64_t memory_bytes, struct error *e);

#endif
