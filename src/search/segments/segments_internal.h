/* segments_internal.h - what the files of segments.h share. */
#ifndef SEARCH_SEGMENTS_SEGMENTS_INTERNAL_H
#define SEARCH_SEGMENTS_SEGMENTS_INTERNAL_H

#include "search/segments/segments.h"
#include "search/segments/segments_manifest.h"

#include <pthread.h>

#define SHOWN       "the index"
#define STATE_BYTES ((size_t)4 << 30)

/* An open segment. */
struct held {
    struct segment *words;
    struct vector_segment *vectors; /* NULL: without */
    unsigned refs;
};

struct state {
    struct segments_snapshot snapshot; /* first: readers get its address */
    struct arena a;                    /* holds all below */
    struct segments_manifest manifest;
    struct search_segment *words;
    struct vector_part *vectors;
    struct held **held;
    int fd; /* the manifest: while it is open, no other file has its inode */
    unsigned refs;
};

struct segments {
    struct arena a;
    const char *folder;
    const char *manifest; /* paths */
    const char *change_lock;
    const char *merge_lock;
    struct segments_source source; /* bring NULL: none */
    pthread_mutex_t lock;          /* guards `current`, and all refs */
    struct state *current;
};

/* The newest state, counted; give it back. */
MUST_CHECK enum err state_acquire(struct segments *x, struct state **out,
                                  struct error *e);

/* Give it back; NULL is allowed. */
void state_release(struct segments *x, struct state *s);

/* Make a manifest the current one, on the disk, as the next version. */
MUST_CHECK enum err segments_publish(const struct segments *x,
                                     struct segments_manifest *m,
                                     struct arena *a, struct error *e);

/* What a file of a segment holds. */
enum segments_part { SEGMENTS_WORDS, SEGMENTS_VECTORS };

#define SEGMENTS_FILE_BYTES 21 /* "0123456789abcdef.seg" and the NUL */

/* A file of a segment. */
struct segments_path {
    char file[SEGMENTS_FILE_BYTES];
    const char *path;
};

/* Where a file of the segment `name` lies; the path is in `a`. */
MUST_CHECK enum err segments_path_of(const struct segments *x, uint64_t name,
                                     enum segments_part part, struct arena *a,
                                     struct segments_path *out,
                                     struct error *e);

/* Open a segment and the vectors beside it, if `with_vectors`; on error as
 * much as is open is in *out. */
MUST_CHECK enum err segments_open_files(const struct segments *x, uint64_t name,
                                        bool with_vectors, struct held *out,
                                        struct error *e);

/* Close what of it is open. */
void segments_close_files(struct held *h);

/* What an open segment's files say of themselves, for a manifest. */
struct segments_entry segments_describe(uint64_t name, const struct held *h);

/* Mark a passage of m deleted; a bitmap that is `shared` is copied first. */
MUST_CHECK enum err segments_mark(struct segments_entry *m,
                                  const struct segment *s,
                                  const uint64_t *shared, uint32_t doc,
                                  struct arena *a, struct error *e);

/* A copy of a manifest to change, with room for `more` segments. */
MUST_CHECK enum err segments_manifest_copy(const struct segments_manifest *from,
                                           size_t more, struct arena *a,
                                           struct segments_manifest *out,
                                           struct error *e);

/* Leave out segments of which everything is deleted. */
void segments_drop_empty(struct segments_manifest *m);

/* Write what a writer still has in memory, to files without a manifest. On
 * error all it held is lost. */
MUST_CHECK enum err segments_writer_flush(struct segments_writer *w,
                                          struct error *e);

/* The segments it wrote: at[0..*n), and the model of their vectors. */
const struct segments_entry *segments_writer_entries(
    const struct segments_writer *w, size_t *n, struct vector_kind *kind);

/* It begins again. Its files stay, named by a manifest or left over. */
void segments_writer_hand_over(struct segments_writer *w);

/* It begins again, without its files. */
void segments_writer_drop(struct segments_writer *w);

#endif
