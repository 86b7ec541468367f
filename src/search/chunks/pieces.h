/*
 * pieces.h - splits a long value into overlapping pieces.
 *
 * Each piece is a slice of the value and fits into `room`. Together they cover
 * it, and each but the first repeats the end of the one before, from the
 * beginning of a sentence where there is one.
 */
#ifndef SEARCH_CHUNKS_PIECES_H
#define SEARCH_CHUNKS_PIECES_H

#include "search/chunks/measure.h"

struct pieces {
    struct str value; /* borrowed */
    struct measure room;
    size_t begin, end; /* of the piece before */
};

/* Begin; each piece will have at most `room`. */
void pieces_init(struct pieces *p, struct str value, struct measure room);

/*
 * The next piece; false after the last. *overlap_bytes of it were in the one
 * before. O(piece).
 */
bool pieces_next(struct pieces *p, struct str *piece, size_t *overlap_bytes);

#endif
