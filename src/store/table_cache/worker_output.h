/*
 * worker_output.h - opens files that a worker leaves in its folder. The worker
 * may be compromised, so none is trusted to be what its name says: it may be a
 * link to another file, a folder, a pipe, or a sparse file of a terabyte. The
 * content is untrusted too; its reader validates it.
 */
#ifndef STORE_TABLE_CACHE_WORKER_OUTPUT_H
#define STORE_TABLE_CACHE_WORKER_OUTPUT_H

#include "base/fs.h"

/* Where a worker left something, and how much it may be. */
struct worker_output {
    const char *folder; /* of the worker */
    const char *name;
    uint64_t max_bytes;
};

/*
 * worker_output_open - open it for reading.
 *
 * out      fd     of a regular file of at most max_bytes; the caller closes it
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  it is not there, or something else
 *          ERR_FILE_READ_FAILED
 */
MUST_CHECK enum err worker_output_open(const struct worker_output *l, int *fd,
                                       struct error *e);

/* As worker_output_open(), all of it in `a`; errors as fs_read_file(), too. */
MUST_CHECK enum err worker_output_read(const struct worker_output *l,
                                       struct arena *a, struct str *out,
                                       struct error *e);

/*
 * worker_output_take - give it another name, `to`, where the worker cannot
 * reach it. It is looked at there, and removed when it is not what it was to
 * be.
 *
 * out      there  is anything of the name? NULL: it must be
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  as worker_output_open()
 *          ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err worker_output_take(const struct worker_output *l,
                                       const char *to, bool *there,
                                       struct error *e);

#endif
