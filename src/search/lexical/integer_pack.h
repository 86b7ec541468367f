/*
 * integer_pack.h - bit-packed integers.
 *
 * A packed block holds PACK_BLOCK numbers of `bits` bits each, in four lanes:
 * number i goes to lane i % 4, so that one instruction unpacks four. Word w of
 * lane l is at byte 16 * w + 4 * l; a lane is filled from its lowest bit.
 */
#ifndef SEARCH_LEXICAL_INTEGER_PACK_H
#define SEARCH_LEXICAL_INTEGER_PACK_H

#include "base/little_endian.h"

#include <stdbool.h>
#include <stddef.h>

#define PACK_BLOCK    128
#define PACK_MAX_BITS 24

/* Bytes of a packed block. */
#define PACK_BYTES(bits) ((size_t)16 * (bits))

/* The bits that the largest of v[0..n) needs. */
unsigned pack_bits(const uint32_t *v, size_t n);

/* Pack v[0..PACK_BLOCK) into out[0..PACK_BYTES(bits)). */
void pack_block(const uint32_t *v, unsigned bits, unsigned char *out);

/* The reverse; bits is at most PACK_MAX_BITS. */
void unpack_block(const unsigned char *in, unsigned bits, uint32_t *v);

/* Distances become numbers: v[i] is the sum of v[0..i] + 1 each and `before`.
 * Returns the last. */
uint32_t unpack_sums(uint32_t before, uint32_t v[PACK_BLOCK]);

/* Seven bits a byte, the lowest first, the top bit says that more follow.
 * Returns the bytes written, at most 10. */
size_t varint_put(uint64_t v, unsigned char *out);

/* Read one from *p, which moves, below `end`; false when it is cut or longer
 * than 64 bits. */
bool varint_get(const unsigned char **p, const unsigned char *end, uint64_t *v);

#endif
