/*
 * dictionary_read.h - reads the numbers and texts of a column, checked. Private
 * to dictionary*.c; inline, because the search for similar words reads hundreds
 * of thousands of them.
 */
#ifndef STORE_VALUE_INDEX_DICTIONARY_READ_H
#define STORE_VALUE_INDEX_DICTIONARY_READ_H

#include "store/value_index/dictionary.h"

/* Bytes of a part; NULL, and the column is damaged, when they are not there. */
const unsigned char *dictionary_bytes(struct dictionary_column *c,
                                      enum dictionary_part part, uint64_t from,
                                      uint64_t n);

/* Element i of a part of numbers; 0 when the column is damaged. */
static inline uint32_t dictionary_number(struct dictionary_column *c,
                                         enum dictionary_part part, uint64_t i)
{
    const unsigned char *p = NULL;

    if (i < c->n[part])
        p = page_map_seen(c->map, c->from[part] + 4 * i, 4);
    if (!p)
        p = dictionary_bytes(c, part, 4 * i, 4);
    return p ? load32(p) : 0;
}

/* Piece i of a part of texts, whose places are in the part before it. */
static inline struct str dictionary_piece(struct dictionary_column *c,
                                          enum dictionary_part at, uint64_t i)
{
    const uint32_t from = dictionary_number(c, at, i);
    const uint32_t to = dictionary_number(c, at, i + 1);
    const unsigned char *p = NULL;

    if (from < to && to <= c->n[at + 1])
        p = page_map_seen(c->map, c->from[at + 1] + from, to - from);
    if (!p)
        p = dictionary_bytes(c, at + 1, from, (uint64_t)to - from);
    return (struct str){(const char *)p, p ? to - from : 0};
}

/* A word, from 0. */
static inline struct str dictionary_word_text(struct dictionary_column *c,
                                              uint64_t i)
{
    return dictionary_piece(c, DICTIONARY_WORD_AT, i);
}

#endif
