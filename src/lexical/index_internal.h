/* index_internal.h - what the files of lexical_index.h share. */
#ifndef LEXICAL_INDEX_INTERNAL_H
#define LEXICAL_INDEX_INTERNAL_H

#include "lexical/lexical_index.h"
#include "lexical/manifest.h"

#include <pthread.h>

#define SHOWN       "the index"
#define STATE_BYTES ((size_t)4 << 30)

/* An open segment. */
struct held {
    struct segment *segment;
    unsigned refs;
};

struct state {
    struct lexical_snapshot snapshot; /* first: who reads gets its address */
    struct arena a;                   /* holds all below */
    struct manifest manifest;
    struct search_segment *in_view;
    struct held **held;
    unsigned refs;
};

/* Which file a manifest was read from. */
struct stamp {
    uint64_t inode;
    uint64_t bytes;
    int64_t s;
    int64_t ns;
};

struct lexical_index {
    struct arena a;
    const char *folder;
    const char *manifest;
    const char *change_lock;
    const char *merge_lock;
    pthread_mutex_t lock; /* guards what follows, and all refs */
    struct state *current;
    struct stamp stamp;
};

/* The newest state, counted; give it back. */
MUST_CHECK enum err index_acquire(struct lexical_index *ix, struct state **out,
                                  struct error *e);

/* Give it back. */
void index_release(struct lexical_index *ix, struct state *s);

/* Make a manifest the current one, on the disk. */
MUST_CHECK enum err index_publish(struct lexical_index *ix,
                                  const struct manifest *m, struct arena *a,
                                  struct error *e);

/* The path of a segment's file in `a`; NULL on error. */
MUST_CHECK char *index_file_path(const struct lexical_index *ix, uint64_t name,
                                 char file[MANIFEST_NAME_BYTES],
                                 struct arena *a, struct error *e);

/* A name that no segment has. */
MUST_CHECK enum err index_new_name(uint64_t *name, struct error *e);

/* A copy of a manifest to change, with room for one more segment. */
MUST_CHECK enum err index_copy_manifest(const struct manifest *from,
                                        struct arena *a, struct manifest *out,
                                        struct error *e);

/* Mark a passage of m deleted; a bitmap that is `shared` is copied first. */
MUST_CHECK enum err index_mark(struct manifest_segment *m,
                               const struct segment *s, const uint64_t *shared,
                               uint32_t doc, struct arena *a, struct error *e);

/* What a segment's file says of itself, for a manifest. */
MUST_CHECK enum err index_describe(const char *path, const char *file,
                                   uint64_t name, struct manifest_segment *out,
                                   struct error *e);

/* Leave out segments of which everything is deleted. */
void index_drop_empty(struct manifest *m);

/* Remove the files that `before` names and `after` does not. */
void index_remove_files(const struct lexical_index *ix,
                        const struct manifest *before,
                        const struct manifest *after, struct arena *a);

#endif
