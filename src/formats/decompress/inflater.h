/*
 * inflater.h - inflates deflate streams, raw as in zip or with gzip's header
 * and checksum.
 */
#ifndef FORMATS_DECOMPRESS_INFLATER_H
#define FORMATS_DECOMPRESS_INFLATER_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "formats/decompress/piece.h"

#include <stdbool.h>

enum inflater_kind {
    INFLATER_RAW, /* RFC 1951: no header, nothing that proves it whole */
    INFLATER_GZIP /* RFC 1952: length and CRC-32 are compared at the end */
};

struct inflater;

/* Free with inflater_free(). ERR_LIMIT: no memory. */
MUST_CHECK enum err inflater_new(enum inflater_kind kind, struct inflater **out,
                                 struct error *e);

/* NULL is allowed. */
void inflater_free(struct inflater *f);

/*
 * inflater_step - as much as input and room allow.
 *
 * out      end  the stream is complete and p->in follows it; the next
 *               step begins another
 * errors   ERR_FILE_READ_FAILED  the message is the reason alone; p->in is
 *                                where it was seen
 *          ERR_LIMIT             no memory
 */
MUST_CHECK enum err inflater_step(struct inflater *f, struct piece *p,
                                  bool *end, struct error *e);

/*
 * inflater_pack - the other way: all bytes as one zlib stream (RFC 1950).
 *
 * out      out  lives in `a`
 * errors   ERR_LIMIT  no memory, or `a` is full
 */
MUST_CHECK enum err inflater_pack(struct str bytes, struct arena *a,
                                  struct str *out, struct error *e);

#endif
