/*
 * transfer.h - the bytes and the text of what a mail carries as ASCII. Private
 * to the module.
 *
 * Mail is written by programs of forty years: what is damaged is read as far as
 * it goes, as every reader of mail does, and no text is refused for its
 * encoding.
 */
#ifndef FORMATS_MAIL_TRANSFER_H
#define FORMATS_MAIL_TRANSFER_H

#include "base/buf.h"

enum transfer {
    TRANSFER_NONE, /* 7bit, 8bit, binary, and what nobody knows */
    TRANSFER_BASE64,
    TRANSFER_QUOTED,
    TRANSFER_UNKNOWN
};

/* By the value of Content-Transfer-Encoding; empty is none. */
enum transfer transfer_of(struct str name);

/* Append what base64 says; characters that it has not are passed over. */
void transfer_base64(struct str s, struct buf *out);

/* Append what quoted-printable says. */
void transfer_quoted(struct str s, struct buf *out);

/* Append the bytes of a body. */
void transfer_decode(struct str s, enum transfer how, struct buf *out);

/*
 * transfer_text - bytes as UTF-8 without NUL.
 *
 * As the encoding that is named; if it is unknown or they are not in it, as
 * what they look like; if they look like nothing, a character for each byte.
 *
 * out      out   in `a`, or borrows `bytes`
 * errors   ERR_LIMIT  too long, memory
 */
MUST_CHECK enum err transfer_text(struct str bytes, struct str charset,
                                  struct arena *a, struct str *out,
                                  struct error *e);

#endif
