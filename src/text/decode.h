/*
 * decode.h - source bytes as UTF-8 text without mark and without NUL.
 */
#ifndef TEXT_DECODE_H
#define TEXT_DECODE_H

#include "text/encoding.h"

/* An opened source. */
struct decoded {
    struct str text; /* well-formed UTF-8, no NUL; borrows source or map */
    struct encoding_report report;
    struct str source; /* what decode_open() was given */
    void *map;         /* the transcoded copy, or NULL */
};

/*
 * decode_open - prove that every byte decodes, and give the text.
 *
 * in       bytes        the source; borrowed until decode_close()
 *          declared     encoding name; empty: decide (encoding_detect())
 *          scratch_dir  descriptor of a folder where a copy may be written;
 *                       -1 when none, then only UTF-8 can be opened
 * out      d            closed with decode_close(), which is allowed after a
 *                       failure too
 * owns     UTF-8 is not copied: the text borrows `bytes`. Other encodings go
 *          in blocks to an unnamed file in the folder, which is mapped, so
 *          that memory stays bounded
 * errors   ERR_FILE_READ_FAILED   bytes that do not decode, or NUL, with line,
 *                                 column and byte offset in the source
 *          ERR_FILE_WRITE_FAILED  the copy cannot be written
 *          ERR_VALIDATION_FAILED  the declared name is not known
 * cost     UTF-8 about 4 GB/s where it is mostly ASCII
 */
MUST_CHECK enum err decode_open(struct str bytes, struct str declared,
                                int scratch_dir, struct decoded *d,
                                struct error *e);

/* Unmap; the text is gone. */
void decode_close(struct decoded *d);

/*
 * decode_place - where a byte of the text is in the source.
 *
 * in       text_offset  0 to text.n
 * returns  line and column (in bytes of UTF-8) from 1; the offset in the
 *          bytes of the source, its mark counted. LF, CR LF and CR end lines
 * cost     O(text_offset): for errors, not for loops
 */
struct srcpos decode_place(const struct decoded *d, size_t text_offset);

#endif
