/*
 * bucket.h - the bucket of a home: what a base has is put there, what nothing refers to
 * goes from there, and the folder is kept small.
 *
 * Locks, in this order: the index's, the base's (maintenance.h). Under both, nobody puts
 * anything of the base there or names it, so what is seen to be unnamed stays so until it
 * is removed; and nobody links files of the folder.
 *
 * All of it: ERR_VALIDATION_FAILED where no bucket is named.
 */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_BUCKET_H
#define KNOWLEDGE_KNOWLEDGE_BASE_BUCKET_H

#include "knowledge/knowledge_base/bases.h"

#define BUCKET_SHOWN_MAX 1000 /* objects of an answer */

struct bucket_pushed {
    uint64_t originals; /* of the base */
    uint64_t put;       /* of them, which were not there */
    uint64_t of_index;  /* objects of the index that were put */
};

/*
 * bucket_push_base - all originals and the index of a base that are not there yet.
 *
 * errors   ERR_FILE_READ_FAILED  an original is neither here nor there
 *          ERR_TIMEOUT           it is being indexed
 *          else as base_object_put()
 */
MUST_CHECK enum err bucket_push_base(const struct base *b,
                                     struct bucket_pushed *out,
                                     struct error *e);

/* bucket_push_base() where the home names a bucket, of a base that nobody knows yet. */
MUST_CHECK enum err bucket_push_new(const struct base *b, struct error *e);

/* The same of a base by its name; w: {"base","bucket","originals","put","index_put"} */
MUST_CHECK enum err bases_push(struct bases *b, struct str base,
                               struct jsonw *w, struct error *e);

struct bucket_collect {
    uint64_t grace_ms; /* what was put later stays */
    bool is_dry;       /* nothing is removed */
    const atomic_bool *cancel;
};

/*
 * bases_collect - remove what no base refers to.
 *
 * An object goes that no document version and no index of its base names, or whose base
 * is neither in the home's database nor in its folder, and that was put before the grace
 * time. The age is read anew after the reference was looked for, under the base's locks.
 * Names of another form are left alone.
 *
 * out      w   {"bucket","dry","objects","bytes","removed","removed_bytes","young",
 *               "others","busy":[base],"items":[{"object","bytes","put_at"}]}; of a
 *               dry run "removed" would be, and busy are bases that were being indexed
 *               or written, of which nothing was removed
 * errors   ERR_CONFLICT  the bucket is another home's
 */
MUST_CHECK enum err bases_collect(struct bases *b,
                                  const struct bucket_collect *how,
                                  struct jsonw *w, struct error *e);

struct bucket_trimmed {
    uint64_t bytes;   /* that are left */
    uint64_t removed; /* files */
};

/*
 * bases_trim - remove originals and segments from the folder that the bucket is seen to
 * have, those that were used longest ago first, until what is left is nine tenths of the
 * bound; nothing where it is within the bound, or another does it.
 *
 * in       most  bytes
 * errors   of the folder and the home's database; what the bucket does not say stays
 */
MUST_CHECK enum err bases_trim(struct bases *b, uint64_t most,
                               struct bucket_trimmed *out, struct error *e);

#endif
