/*
 * width.h - the width of text on a terminal, in columns. A Chinese character
 * takes two, a combining accent none.
 */
#ifndef BASE_TEXT_WIDTH_H
#define BASE_TEXT_WIDTH_H

#include "base/str.h"

#include <stdint.h>

/* Columns of one code point, 0 to 2; what cannot be printed counts 1. */
unsigned text_char_width(uint32_t cp);

/* Columns of UTF-8 text; a byte that is not UTF-8 counts 1. */
size_t text_width(struct str s);

/* Bytes from the start that fit into `columns`; never cuts a character. */
size_t text_fit(struct str s, size_t columns);

#endif
