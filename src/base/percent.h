/* percent.h - percent-encoding of URIs (%XX). */
#ifndef BASE_PERCENT_H
#define BASE_PERCENT_H

#include "base/buf.h"

/*
 * percent_put - append `s`, encoded.
 *
 * in       also  what may stand for itself besides letters, digits and "-._~"
 * source   RFC 3986 sections 2.1 and 2.3
 */
void percent_put(struct str s, const char *also, struct buf *out);

/*
 * percent_decode - the reverse.
 *
 * out      to    char[text.n]; may be where `text` is
 *          n     bytes written
 * returns  text.n, or the offset of a '%' that two digits do not follow
 */
MUST_CHECK size_t percent_decode(struct str text, char *to, size_t *n);

#endif
