/*
 * segments.h - a folder of index segments and the manifest that names them:
 * terms (src/search/lexical) and vectors (src/search/vector) of the same
 * passages, under the same numbers.
 *
 * Segments never change. A change writes new segments, or marks passages of old
 * ones deleted, and publishes a new manifest by rename. A reader holds a
 * snapshot: the segments of one manifest, open until it is given back, however
 * often the index changes meanwhile; files that no manifest names are removed,
 * and their bytes live on until the last snapshot that maps them is gone.
 *
 * Every passage belongs to a document, named by the filter SEGMENTS_DOCUMENT
 * that the writer adds to it, so that all passages of a document are replaced
 * or removed at once.
 *
 * All vectors of an index come from one model. A change that brings vectors of
 * another model drops the older vectors. Their passages are still found by words,
 * and are to be embedded anew.
 *
 * Changes of all processes are serialized by the file change.lock, which guards
 * the manifest, merges by merge.lock; reading takes no lock but a mutex held
 * for a few instructions, or for the opening of what others published
 * meanwhile. A writer that lives holds the lock of a file of its own, so what a
 * dead one left is known from what is in work: each change and each merge
 * removes it (segments_claim.h).
 */
#ifndef SEARCH_SEGMENTS_SEGMENTS_H
#define SEARCH_SEGMENTS_SEGMENTS_H

#include "search/lexical/search.h"
#include "search/lexical/segment_build.h"
#include "search/vector/vector_search.h"

#define SEGMENTS_LOCK_MS  UINT64_C(60000) /* how long a change waits */
#define SEGMENTS_DOCUMENT "document"
#define SEGMENTS_ID_BYTES 17 /* 16 hexadecimal digits and the NUL */

struct segments;

/* Where the files of segments are, too; NULL: nowhere. */
struct segments_source {
    const void *ctx;
    /* Before a file is opened: see to it that it is at `path`, and note that it is used.
     * One that the source has not is no error. */
    enum err (*bring)(const void *ctx, const char *file, const char *path,
                      struct error *e);
};

/*
 * segments_open - open the index in a folder; an empty one is made there when
 * none is.
 *
 * errors   ERR_INTERNAL  it is damaged: remove the folder and build again
 *          ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED, ERR_LIMIT
 * cost     O(segments), and O(bytes / 4096) for their sums
 * threads  all functions below may be called by any number of threads
 */
MUST_CHECK enum err segments_open(const char *folder, struct segments **out,
                                  struct error *e);

/* The same, with a source, which is copied; its errors are those of what opens. */
MUST_CHECK enum err segments_open_from(const char *folder,
                                       const struct segments_source *source,
                                       struct segments **out, struct error *e);

/* Close; every snapshot must have been given back. NULL is allowed. */
void segments_close(struct segments *x);

/* What a reader sees. Part i of the vectors is segment i of the words; its
 * `allowed` is NULL, deletions are in the words' part. */
struct segments_snapshot {
    struct search_view words;
    struct vector_view vectors;
    struct vector_kind kind;    /* of all vectors; dimensions 0: of none */
    char id[SEGMENTS_ID_BYTES]; /* of the index: minted when it was made */
    uint64_t passages;          /* that are not deleted */
    uint64_t vector_count;      /* of all segments */
    uint64_t bytes;             /* of all files */
};

/* The newest state, of whatever process; give it back. */
MUST_CHECK enum err segments_acquire(struct segments *x,
                                     const struct segments_snapshot **out,
                                     struct error *e);

/* Give a snapshot back; NULL is allowed. */
void segments_release(struct segments *x, const struct segments_snapshot *s);

/* The names of all files of a snapshot but the manifest: list[n] in `a`. */
MUST_CHECK enum err segments_files(const struct segments_snapshot *s,
                                   struct arena *a, struct str **list,
                                   size_t *n, struct error *e);

/* The passages of a document: hit[0..n) of a snapshot in `a`, scores 0. */
MUST_CHECK enum err segments_passages(const struct segments_snapshot *s,
                                      struct str document, struct arena *a,
                                      struct search_hits *out, struct error *e);

/* Passages gathered for a change; what does not fit into memory is written to
 * files that no manifest names yet. One thread's. */
struct segments_writer;

/*
 * segments_writer_new - begin.
 *
 * in       kind          of the vectors, copied; NULL: there will be none
 *          budget_bytes  of memory; at least 4 MiB
 */
MUST_CHECK struct segments_writer *segments_writer_new(
    struct segments *x, const struct vector_kind *kind, size_t budget_bytes,
    struct error *e);

/* Free, removing what was not published; NULL is allowed. */
void segments_writer_free(struct segments_writer *w);

/*
 * segments_writer_add - one more passage; its texts and vectors are read at
 * once.
 *
 * in       document  it belongs to
 *          doc       without the filter SEGMENTS_DOCUMENT; its id differs from
 *                    those of all other passages of the index and the writer
 *          vectors   float[n][kind->dimensions]
 * errors   ERR_LIMIT, ERR_VALIDATION_FAILED  as segment_builder_add() and
 *              vector_builder_add(): it is not added, what was before is kept
 *          ERR_FILE_WRITE_FAILED, and any when memory is short: the writer is
 *              empty, as segments_writer_count() says
 */
MUST_CHECK enum err segments_writer_add(struct segments_writer *w,
                                        struct str document,
                                        const struct lexical_doc *doc,
                                        const float *vectors, uint32_t n,
                                        struct error *e);

/* The reader of a segment that a writer wrote: `vectors` may be NULL, `deleted` as in
 * search_segment. */
typedef enum err segments_reader(void *ctx, const struct segment *words,
                                 const struct vector_segment *vectors,
                                 const uint64_t *deleted, struct error *e);

/*
 * segments_writer_hand_vectors - all that it holds is given to `take`, and what it
 * publishes then has no vectors: somebody else keeps them.
 *
 * errors   those of `take`, after which it still has them, and of writing files
 */
MUST_CHECK enum err segments_writer_hand_vectors(struct segments_writer *w,
                                                 segments_reader *take,
                                                 void *ctx, struct error *e);

/* Passages added since it began or was last emptied. */
uint64_t segments_writer_count(const struct segments_writer *w);

/*
 * segments_change - remove documents and publish what a writer holds, both or
 * neither. The writer is empty then, also on error.
 *
 * in       w     NULL or empty: nothing is added
 *          gone  documents gone[0..n), all their passages are removed first;
 *                those of which there are none are ignored
 * errors   ERR_TIMEOUT  others change it for SEGMENTS_LOCK_MS
 *          ERR_FILE_WRITE_FAILED, ERR_LIMIT; the index is then as it was or,
 *          when only the sync of the folder failed, changed
 */
MUST_CHECK enum err segments_change(struct segments *x,
                                    struct segments_writer *w,
                                    const struct str *gone, size_t n,
                                    struct error *e);

/*
 * segments_merge - one step of tidying, for a background thread: merge
 * segments of about one size, or rewrite one that is mostly deleted. Readers
 * and changes go on meanwhile. Answers stay the same.
 *
 * out      did   false: there was nothing to do, or another merges
 */
MUST_CHECK enum err segments_merge(struct segments *x, bool *did,
                                   struct error *e);

/* Verify every page of every segment: ERR_INTERNAL when one is damaged. */
MUST_CHECK enum err segments_verify(struct segments *x, struct error *e);

#endif
