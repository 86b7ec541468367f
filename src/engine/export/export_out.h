/* export_out.h - buffered writes to a file descriptor. */
#ifndef ENGINE_EXPORT_EXPORT_OUT_H
#define ENGINE_EXPORT_EXPORT_OUT_H

#include "base/buf.h"

struct export_out {
    int fd; /* borrowed */
    struct buf pending;
};

/* Write to `fd`, which stays the caller's. */
void export_out_init(struct export_out *o, int fd);

/* Free the buffer; what was not flushed is lost. */
void export_out_release(struct export_out *o);

/*
 * export_out_drain - write what is pending when that is much.
 *
 * The caller puts into o->pending and drains once a row, so that a row costs
 * no system call and the buffer stays small.
 *
 * errors   ERR_FILE_WRITE_FAILED  the disk is full, the descriptor is bad
 *          ERR_LIMIT              one row needs over 256 MiB
 */
MUST_CHECK enum err export_out_drain(struct export_out *o, struct error *e);

/* Write all that is pending; errors as export_out_drain(). */
MUST_CHECK enum err export_out_flush(struct export_out *o, struct error *e);

#endif
