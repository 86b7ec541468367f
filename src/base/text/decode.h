/*
 * decode.h - decodes source bytes to UTF-8 without byte-order mark and without
 * NUL, block by block, so that a source may be larger than memory.
 */
#ifndef BASE_TEXT_DECODE_H
#define BASE_TEXT_DECODE_H

#include "base/text/charset.h"

#define DECODE_HEAD_BYTES 4096u /* what decode_begin() wants to see */

/* Room for the text of `n` bytes: one becomes at most three, and a character
   that the last block cut comes in addition. */
#define DECODE_ROOM(n) ((n)*4 + 16)

struct decoder {
    struct encoding_report report;
    struct charset charset; /* of ENCODING_OTHER; shared by copies */
    bool declared;
    uint64_t offset; /* bytes of the source that are done, the mark counted */
    uint64_t nuls;   /* NUL bytes that were left out */
    uint64_t first_nul; /* offset of the first of them */
};

/*
 * decode_begin - choose the encoding; d->offset is then after the mark.
 *
 * in       head      the first DECODE_HEAD_BYTES, or all of a shorter source
 *          declared  encoding name; empty: decide (encoding_detect())
 * out      d         decode_end() it, also after an error; copies of it are
 *                    other places in the same source, used one at a time
 * errors   as encoding_detect()
 */
MUST_CHECK enum err decode_begin(struct decoder *d, struct str head,
                                 struct str declared, struct error *e);

/* Back to the start, as decode_begin() left it. */
void decode_restart(struct decoder *d);

/* Give back what decode_begin() took; a zeroed one is allowed. */
void decode_end(struct decoder *d);

/*
 * decode_block - the next bytes as text; d->offset moves over what was used,
 * all but at most 3 bytes of a character that the block cuts. A few NUL bytes
 * are left out and counted.
 *
 * in       in    the source from d->offset on
 *          last  the source ends with it: a character that is cut is an error
 * out      out   DECODE_ROOM(in.n) bytes; well-formed, no NUL
 *          made  bytes put there
 * errors   ERR_FILE_READ_FAILED  bytes that do not decode, many NUL; only
 *                                e->pos.offset is set, decode_walk() finds
 *                                line and column
 * cost     UTF-8 about 4 GB/s where it is mostly ASCII
 */
MUST_CHECK enum err decode_block(struct decoder *d, struct str in, bool last,
                                 char *out, size_t *made, struct error *e);

/* How far a second walk over a source has come. */
struct decode_place {
    struct srcpos pos; /* columns count characters */
    uint64_t text_offset;
    bool after_cr;
};

/* The limit of a walk that must only keep to the other one. */
#define DECODE_NO_LIMIT UINT64_MAX

/*
 * decode_walk - go on to the first character that begins at or after either
 * limit, or does not decode. LF, CR LF and CR end lines. For the place of an
 * error, which is rare: nothing is counted while all goes well.
 *
 * in       d             decode_begin() was called; not used for text after
 *          in            the source from p->pos.offset on
 *          source_limit  in bytes of the source
 *          text_limit    in bytes of text
 * out      p             begins as decode_place_start()
 * returns  bytes of `in` walked over; all but 3 when no limit was met
 */
size_t decode_walk(struct decoder *d, struct str in, uint64_t source_limit,
                   uint64_t text_limit, struct decode_place *p);

/* Line 1, column 1, after the mark. */
struct decode_place decode_place_start(const struct decoder *d);

#endif
