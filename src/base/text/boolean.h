/* boolean.h - recognises booleans, as spelled in several languages. */
#ifndef BASE_TEXT_BOOLEAN_H
#define BASE_TEXT_BOOLEAN_H

#include "base/str.h"

/* Pairs of words, as bits: a boolean column uses one pair only. */
#define BOOLEAN_TRUE_FALSE 1u /* true, false: enough alone */

struct boolean_word {
    uint32_t pairs; /* those that it is in; 0: it is no such word */
    bool value;     /* the same in all of them */
};

/*
 * boolean_scan - which pairs of words a cell belongs to: true/false in any
 * case, yes/no, y/n, t/f, and the like in Spanish, French, German, Portuguese,
 * Italian, Dutch, Polish, Russian and Chinese. 0 and 1 are numbers.
 *
 * in       s      trimmed
 * returns  is it in any
 */
bool boolean_scan(struct str s, struct boolean_word *word);

/* Put `mark` at each byte that such a word can begin with: nearly every cell of a
 * table is not one, and one look at set[256] tells. */
void boolean_mark_firsts(uint8_t *set, uint8_t mark);

/* The value of such a word; false if it is not one. */
bool boolean_parse(struct str s, bool *value);

#endif
