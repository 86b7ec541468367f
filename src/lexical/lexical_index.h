/*
 * lexical_index.h - a folder with segments and a manifest that names them.
 *
 * Segments never change. A change writes a new segment, or marks passages of
 * old ones deleted, and publishes a new manifest by rename. Who reads holds a
 * snapshot: the segments of one manifest, open until it is given back, however
 * often the index changes meanwhile; files that no manifest names are removed,
 * and their bytes live on until the last snapshot that maps them is gone.
 *
 * Changes of all processes are serialized by a lock file, merges by another;
 * reading takes no lock but a mutex held for a few instructions.
 */
#ifndef LEXICAL_INDEX_H
#define LEXICAL_INDEX_H

#include "lexical/search.h"
#include "lexical/segment_build.h"

#define LEXICAL_LOCK_MS UINT64_C(60000) /* how long a change waits for others */

struct lexical_index;

/*
 * lexical_index_open - open the index in a folder; an empty one is made there
 * when none is.
 *
 * errors   ERR_INTERNAL  it is damaged: remove the folder and build again
 *          ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED, ERR_LIMIT
 * cost     O(segments), and O(bytes / 4096) for their sums
 * threads  all functions below may be called by any number of threads
 */
MUST_CHECK enum err lexical_index_open(const char *folder,
                                       struct lexical_index **out,
                                       struct error *e);

/* Close; every snapshot must have been given back. NULL is allowed. */
void lexical_index_close(struct lexical_index *ix);

/* What a reader sees. */
struct lexical_snapshot {
    struct search_view view;
};

/* The newest state, of whatever process; give it back. */
MUST_CHECK enum err lexical_index_acquire(struct lexical_index *ix,
                                          const struct lexical_snapshot **out,
                                          struct error *e);

/* Give a snapshot back; NULL is allowed. */
void lexical_index_release(struct lexical_index *ix,
                           const struct lexical_snapshot *s);

/*
 * lexical_index_change - delete passages and add others, both or neither.
 *
 * in       add   becomes a segment and is empty then; NULL or empty: none. An
 *                id that is in the index must be among
 *          ids   ids[0..n), removed first; those that are not there are
 *                ignored
 * errors   ERR_TIMEOUT  others change it for LEXICAL_LOCK_MS
 *          ERR_FILE_WRITE_FAILED, ERR_LIMIT; the index is then as it was
 */
MUST_CHECK enum err lexical_index_change(struct lexical_index *ix,
                                         struct segment_builder *add,
                                         const uint64_t *ids, size_t n,
                                         struct error *e);

/*
 * lexical_index_merge - one step of tidying, for a background thread: merge
 * segments of about one size, or rewrite one that is mostly deleted. Readers
 * and changes go on meanwhile. Answers stay the same.
 *
 * out      did   false: there was nothing to do, or another merges
 */
MUST_CHECK enum err lexical_index_merge(struct lexical_index *ix, bool *did,
                                        struct error *e);

/* Verify every page of every segment: ERR_INTERNAL when one is damaged. */
MUST_CHECK enum err lexical_index_verify(struct lexical_index *ix,
                                         struct error *e);

#endif
