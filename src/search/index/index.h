/*
 * index.h - the index of a base, HOME/bases/<id>/index, which is derived, and
 * the model that makes its vectors.
 *
 * What is there is believed only as far as the base says so: the setting
 * "index" names the index that the documents' states are about, with the model
 * and the version of who made the passages. When it is another one (it was
 * lost, the base was restored, the model was changed) every document is stale.
 */
#ifndef SEARCH_INDEX_INDEX_H
#define SEARCH_INDEX_INDEX_H

#include "models/embedding/provider.h"
#include "search/backend/backend.h"
#include "search/segments/segments.h"
#include "store/catalog/base.h"
#include "store/catalog/lease.h"

#define INDEX_DEFAULT_PROVIDER "use-lite"

struct index {
    const struct base *base; /* borrowed, as are `home` and `cancel` */
    const struct home *home;
    const atomic_bool *cancel;
    struct segments *segments;
    bool is_model_due;      /* index_open_model() opens it */
    struct embedder *model; /* NULL: none, due, or it cannot be opened */
    bool english_only;
    struct error model_error; /* why it cannot; code OK: it can */
    bool is_remote;           /* a backend keeps the vectors */
    struct backend *backend; /* NULL: the segments do, or it cannot be opened */
    struct error backend_error; /* why it cannot */
};
#define INDEX_NONE ((struct index){0})

/*
 * index_open - open or begin the index of a base; close in every case.
 *
 * in       home    where keys of endpoints are
 *          cancel  NULL: never
 *
 * An endpoint that was not asked yet says what its vectors are; any other model
 * is due.
 * errors   ERR_INTERNAL  it is damaged: index_clear() and open again
 */
MUST_CHECK enum err index_open(const struct base *b, const struct home *home,
                               const atomic_bool *cancel, struct index *ix,
                               struct error *e);

/* Whose vectors its backend must have; the model is open. Lives in
 * `a`, and borrows the model. */
MUST_CHECK enum err index_owner(const struct index *ix, struct arena *a,
                                struct backend_owner *out, struct error *e);

/*
 * index_open_model - the model, where it is due: 28 MB that are read and
 * verified, which who searches for words does without.
 *
 * A model that cannot be opened is no error: words are found without it.
 */
MUST_CHECK enum err index_open_model(struct index *ix, struct error *e);

/* INDEX_NONE is allowed. */
void index_close(struct index *ix);

/* The embedding model of the base, or the default: in `a`. */
MUST_CHECK enum err index_provider(const struct base *b, struct arena *a,
                                   struct str *out, struct error *e);

/* The kind of vectors that a model makes. */
struct vector_kind index_kind_of(const struct embedder *model);

/* The kind of its vectors, the model being open; false when it has none. */
bool index_kind(const struct index *ix, struct vector_kind *out);

/*
 * index_verify - every page of the index of a base, where there is one.
 *
 * out      bytes         of its files
 * errors   ERR_INTERNAL  it is damaged: index_clear() it and work again
 */
MUST_CHECK enum err index_verify(const struct base *b, uint64_t *bytes,
                                 struct error *e);

/*
 * index_lock - be the one that writes the index; lease_close() it.
 *
 * errors   ERR_TIMEOUT  another does it, and did not end in `wait_ms`
 */
MUST_CHECK enum err index_lock(const struct base *b, uint64_t wait_ms,
                               struct lease *lock, struct error *e);

/* Make every document stale where the folder of the index is not there, so that
 * who lists them does not call them ready; a transaction of its own. Nothing is
 * done while another writes the index. */
MUST_CHECK enum err index_note_lost(const struct base *b, struct error *e);

/* As index_note_lost(), and documents that a dead indexer had begun become stale again, so
 * that the states are true. */
MUST_CHECK enum err index_note_state(const struct base *b, struct error *e);

/*
 * index_copy - the files of the index of a base as those of another, whose
 * database is a copy made under the same lock.
 *
 * in       held    of the base's index: nobody changes it meanwhile
 *          folder  of the other base
 * out      copied  false: there is none
 * errors   ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED: a part may be there
 */
MUST_CHECK enum err index_copy(const struct base *b, const struct lease *held,
                               const char *folder, bool *copied,
                               struct error *e);

/*
 * index_push - put what of the index is not in the bucket yet, under its lock.
 *
 * out      put  objects
 * errors   as index_lock(), base_object_put(), index_open()
 */
MUST_CHECK enum err index_push(const struct base *b, uint64_t wait_ms,
                               size_t *put, struct error *e);

/* Remove all of it, under its lock; the next one to open it begins a new one. */
MUST_CHECK enum err index_remove(const struct base *b, const struct lease *held,
                                 struct error *e);

/* As index_remove(), waiting a minute for the lock. */
MUST_CHECK enum err index_clear(const struct base *b, struct error *e);

#endif
