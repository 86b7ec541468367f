/*
 * dictionary_format.h - the bytes of a file of value dictionaries.
 *
 * A paged file (store/page_file/page_format.h) of the kind "QDIC". Its content:
 * for each column its parts in the order of the enum, each from the next
 * multiple of 8 on, with zeros between; then the directory,
 * uint64[DICTIONARY_FIELDS] for each column. The footer's own fields say where
 * the directory begins and how many columns it has; the others are 0.
 *
 * Words are the stems of base/text/words.h. A value is the line of its words'
 * numbers, from 1 in the order of their bytes, and DICTIONARY_END after them;
 * `first` says where each line begins, and lines occur in the order of their
 * numbers. `inner` are the places of all words of lines but the first of each,
 * ordered by the numbers from there to the end of the line. So every run of
 * words, wherever it is in values, is one range of `first` and one of
 * `inner`, and a range becomes smaller word by word by binary search.
 */
#ifndef STORE_VALUE_INDEX_DICTIONARY_FORMAT_H
#define STORE_VALUE_INDEX_DICTIONARY_FORMAT_H

#include "store/page_file/page_format.h"

#define DICTIONARY_KIND ((struct page_kind){UINT32_C(0x43494451), 1}) /* QDIC */

#define DICTIONARY_MAX_TEXT_BYTES 200u /* longer values nobody asks for */

#define DICTIONARY_END 0 /* after the words of a value */

/* The parts of a column. */
enum dictionary_part {
    DICTIONARY_TEXT_AT, /* uint32[values + 1]: where values begin in */
    DICTIONARY_TEXTS,   /* the values as they are in the data */
    DICTIONARY_WORD_AT, /* uint32[words + 1]: where words begin in */
    DICTIONARY_WORDS,   /* the words, in the order of their bytes */
    DICTIONARY_TOKENS,  /* uint32[tokens]: the lines */
    DICTIONARY_FIRST,   /* uint32[values] */
    DICTIONARY_INNER,   /* uint32[inner] */
    DICTIONARY_BACK,    /* uint32[back]: words of letters alone, from 0, in the
                           order of their bytes from the last to the first */
    DICTIONARY_PARTS
};

/* The directory. */
enum dictionary_field {
    DICTIONARY_COLUMN,   /* its place in the table, from 0, ascending */
    DICTIONARY_COMPLETE, /* 1: all values that occur are there */
    DICTIONARY_COUNTS,   /* of each part, in elements or bytes */
    DICTIONARY_PLACES = DICTIONARY_COUNTS + DICTIONARY_PARTS,
    DICTIONARY_FIELDS = DICTIONARY_PLACES + DICTIONARY_PARTS
};

/* The footer. */
enum dictionary_footer { DICTIONARY_DIRECTORY, DICTIONARY_COLUMNS };

/* Bytes of an element of a part. */
static inline uint64_t dictionary_unit(enum dictionary_part part)
{
    return part == DICTIONARY_TEXTS || part == DICTIONARY_WORDS ? 1 : 4;
}

#endif
