/*
 * scratch.h - a private temporary folder of a job, removed even if it dies.
 *
 * The folder is held by a lock on itself; when its owner dies the lock is
 * gone, and scratch_sweep() (part of `quarry cache gc`) removes it.
 */
#ifndef STORE_TABLE_CACHE_SCRATCH_H
#define STORE_TABLE_CACHE_SCRATCH_H

#include "store/home/home.h"

struct scratch {
    const char *path; /* lives in the arena of scratch_open() */
    int lock;         /* descriptor of the folder, locked; -1: none */
};
#define SCRATCH_NONE ((struct scratch){.lock = -1})

/* Make an empty folder in HOME/cache/build and hold it. */
MUST_CHECK enum err scratch_open(const struct home *h, struct arena *a,
                                 struct scratch *s, struct error *e);

/* As scratch_open(), in any folder, with a name that begins with `prefix`. */
MUST_CHECK enum err scratch_open_in(const char *folder, const char *prefix,
                                    struct arena *a, struct scratch *s,
                                    struct error *e);

/*
 * scratch_keep - what was made becomes the folder `path`, and no scratch is
 * left to close.
 *
 * errors   ERR_CONFLICT           there is something with this name
 *          ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err scratch_keep(struct scratch *s, const char *path,
                                 const char *shown, struct error *e);

/* Remove the folder with all in it; SCRATCH_NONE is allowed. */
void scratch_close(struct scratch *s);

/* Remove the folders whose owner is gone, and say how many. */
MUST_CHECK enum err scratch_sweep(const struct home *h, uint64_t *removed,
                                  struct error *e);

/* As scratch_sweep() for those that scratch_open_in() made; no folder is OK. */
MUST_CHECK enum err scratch_sweep_in(const char *folder, const char *prefix,
                                     uint64_t *removed, struct error *e);

#endif
