/* piece.h - input and output of a decoder, in pieces; both borrowed. */
#ifndef FORMATS_DECOMPRESS_PIECE_H
#define FORMATS_DECOMPRESS_PIECE_H

#include <stddef.h>

/* Every step moves the pointers over what it took and what it made. */
struct piece {
    const unsigned char *in; /* in[in_n], packed */
    size_t in_n;
    unsigned char *out; /* room for out_n bytes */
    size_t out_n;
};

#endif
