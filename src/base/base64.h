/* base64.h - Base64 with padding (RFC 4648, section 4). */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/buf.h"

/* Append what stands for the bytes. */
void base64_put(struct str bytes, struct buf *out);

/*
 * base64_read - the bytes that a text stands for.
 *
 * out      to   has room for text.n
 *          n    bytes of it that are used
 * returns  false: it is no Base64
 */
bool base64_read(struct str text, char *to, size_t *n);

#endif
