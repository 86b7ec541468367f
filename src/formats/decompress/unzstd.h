/* unzstd.h - decodes zstd frames, and skips the skippable ones between them. */
#ifndef FORMATS_DECOMPRESS_UNZSTD_H
#define FORMATS_DECOMPRESS_UNZSTD_H

#include "base/err.h"
#include "formats/decompress/piece.h"

#include <stdbool.h>

/* A frame says how far back it refers, and so how much memory it takes; this
 * is what the format asks every decoder to have, sixteen times. */
#define UNZSTD_MAX_WINDOW_LOG 27

struct unzstd;

/* Free with unzstd_free(). ERR_LIMIT: no memory. */
MUST_CHECK enum err unzstd_new(struct unzstd **out, struct error *e);

/* NULL is allowed. */
void unzstd_free(struct unzstd *z);

/*
 * unzstd_step - as much as input and room allow, a block at most.
 *
 * out      end  the frame is complete and p->in follows it; the next
 *               step begins another
 * errors   ERR_FILE_READ_FAILED  the message is the reason alone; p->in is
 *                                at the start of the block that is wrong
 *          ERR_LIMIT             a window over UNZSTD_MAX_WINDOW_LOG, memory
 */
MUST_CHECK enum err unzstd_step(struct unzstd *z, struct piece *p, bool *end,
                                struct error *e);

#endif
