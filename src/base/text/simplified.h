/*
 * simplified.h - traditional Chinese in the characters of simplified Chinese, for what
 * is known of words in one of the two alone. Names and values stay as they are.
 */
#ifndef BASE_TEXT_SIMPLIFIED_H
#define BASE_TEXT_SIMPLIFIED_H

#include "base/str.h"

struct simplified_pair {
    uint16_t traditional;
    uint16_t simplified;
};

extern const struct simplified_pair simplified_pairs[]; /* in order */
extern const size_t n_simplified_pairs;

/*
 * text_simplified - one character in UTF-8.
 *
 * out      buf   3 bytes, used where the character has another form
 * out            `s` itself, or in `buf`
 */
struct str text_simplified(struct str s, char buf[3]);

#endif
