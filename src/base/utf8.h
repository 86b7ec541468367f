/* utf8.h - well-formed UTF-8, as the Unicode Standard table 3-7 defines it. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/str.h"

/*
 * Bytes of the well-formed sequence that `s` begins with, 1 to 4; 0 when it
 * begins with none (overlong, surrogate, over U+10FFFF, cut, empty).
 */
size_t utf8_length(struct str s);

/* Bytes from the start that are well-formed; s.n when all are. */
size_t utf8_valid_prefix(struct str s);

/* Characters of text that is well-formed. */
size_t utf8_count(struct str s);

/* The code point of a sequence of `len` bytes that utf8_length() accepted. */
uint32_t utf8_decode(const char *p, size_t len);

/* Write U+0000 to U+10FFFF, no surrogate; returns the bytes, 1 to 4. */
size_t utf8_encode(uint32_t cp, char out[4]);

#endif
