/* null_word.h - words that stand for a missing value. */
#ifndef BASE_TEXT_NULL_WORD_H
#define BASE_TEXT_NULL_WORD_H

#include "base/str.h"

/*
 * is_null_word - NA, N/A, null, none, nil, missing, \N, s/d, n.d., a dash,
 * dots, a question mark and the like, in any case. Whether one means null in a
 * column is for the column to say: it does among numbers and dates.
 *
 * in       s   trimmed
 */
bool is_null_word(struct str s);

/* Put `mark` into set[256] at each byte that such a word can begin with. */
void null_word_mark_firsts(uint8_t *set, uint8_t mark);

#endif
