/* base_lifecycle.h - creates and removes whole bases; private to the files of maintenance.h. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_BASE_LIFECYCLE_H
#define KNOWLEDGE_KNOWLEDGE_BASE_BASE_LIFECYCLE_H

#include "knowledge/knowledge_base/bases_internal.h"
#include "knowledge/knowledge_base/snapshot.h"

#define WHOLE_ARENA_BYTES ((size_t)1 << 30)

/* A folder in HOME/bases that no name leads to yet. */
struct whole_new {
    struct str id;
    const char *folder;
    struct base base; /* base_lifecycle_open() */
};

/* Sweep what others left and make a folder; lives in `a`. */
MUST_CHECK enum err base_lifecycle_begin(struct bases *b, struct arena *a,
                                         struct whole_new *out,
                                         struct error *e);

/* Open what was put into it, bringing its shape on, and into the store where there
 * is one; base_close() it. Uploads that the other base waits for are not for this
 * one. */
MUST_CHECK enum err base_lifecycle_open(struct bases *b, struct str name,
                                        struct whole_new *n, struct arena *a,
                                        struct error *e);

/*
 * base_lifecycle_bring_index - the index of a base into the folder of a new one, whose
 * database is to be copied while `lock` is held; that it cannot be is no failure, as it is
 * derived.
 *
 * in       wait_ms  for the lock
 * out      lock     held, unless another keeps it
 * false: there is no index in the folder
 */
bool base_lifecycle_bring_index(const struct base *from, uint64_t wait_ms,
                                const char *folder, struct lease *lock);

/* How many of its documents are to be indexed: all where it got no index. */
MUST_CHECK enum err base_lifecycle_count_waiting(struct whole_new *n,
                                                 int64_t *waiting,
                                                 struct error *e);

/* Remove it. */
void base_lifecycle_abandon(struct bases *b, struct whole_new *n);

/* A base that goes: nobody else adds to it or writes to it. */
struct whole_old {
    struct base base;
    struct lease lock;
    bool writing; /* its writer's lock is held */
};
#define WHOLE_OLD_NONE ((struct whole_old){.lock = LEASE_NONE})

/* Open and hold it; base_lifecycle_release() in every case. */
MUST_CHECK enum err base_lifecycle_hold(struct bases *b, struct str name,
                                        struct arena *a, struct whole_old *out,
                                        struct error *e);

/* Call this before its folder is removed; waiting writers are then refused. */
MUST_CHECK enum err base_lifecycle_retire(struct whole_old *o, struct error *e);

/* Let go; with `gone` what base_lifecycle_retire() said takes effect. */
void base_lifecycle_release(struct whole_old *o, bool gone);

/* The members "documents", "originals" and "bytes". */
void base_lifecycle_write_snapshot(struct jsonw *w, const struct snapshot *s);

#endif
