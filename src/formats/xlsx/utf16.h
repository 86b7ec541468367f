/* utf16.h - UTF-16 to UTF-8, a unit at a time. */
#ifndef FORMATS_XLSX_UTF16_H
#define FORMATS_XLSX_UTF16_H

#include "base/buf.h"

struct utf16 {
    uint32_t high; /* half of a pair that waits for the other; 0: none */
};

/* A unit; a half without the other is U+FFFD, and NUL is nothing. */
void utf16_put(struct utf16 *u, uint32_t unit, struct buf *out);

/* After the last. */
void utf16_end(struct utf16 *u, struct buf *out);

#endif
