#include "lexical/pack.h"

#include <string.h>

#define LANES 4
#define ROWS  (PACK_BLOCK / LANES)

unsigned pack_bits(const uint32_t *v, size_t n)
{
    uint32_t all = 0;
    unsigned bits = 0;

    for (size_t i = 0; i < n; i++)
        all |= v[i];
    for (; all; all >>= 1)
        bits++;
    return bits;
}

void pack_block(const uint32_t *v, unsigned bits, unsigned char *out)
{
    memset(out, 0, PACK_BYTES(bits));
    if (!bits)
        return;
    for (unsigned i = 0; i < PACK_BLOCK; i++) {
        unsigned bit = i / LANES * bits;
        unsigned char *p =
            out + (size_t)bit / 32 * 16 + (size_t)(i % LANES) * 4;
        uint64_t value = (uint64_t)v[i] << bit % 32;

        store32(p, load32(p) | (uint32_t)value);
        if (value >> 32)
            store32(p + 16, load32(p + 16) | (uint32_t)(value >> 32));
    }
}

void unpack_block(const unsigned char *in, unsigned bits, uint32_t *v)
{
    uint32_t mask = bits ? UINT32_MAX >> (32 - bits) : 0;
    uint32_t word[LANES] = {0};
    unsigned left = 0; /* bits of `word` that are not used yet */

    if (!bits) {
        memset(v, 0, PACK_BLOCK * sizeof(*v));
        return;
    }
    for (unsigned row = 0; row < ROWS; row++, v += LANES) {
        unsigned had = left;

        if (had >= bits) {
            for (unsigned l = 0; l < LANES; l++) {
                v[l] = word[l] & mask;
                word[l] >>= bits;
            }
            left = had - bits;
            continue;
        }
        for (unsigned l = 0; l < LANES; l++) {
            uint32_t next = load32(in + (size_t)4 * l);

            v[l] = (word[l] | next << had) & mask;
            word[l] = next >> (bits - had);
        }
        in += 16;
        left = 32 - (bits - had);
    }
}

size_t varint_put(uint64_t v, unsigned char *out)
{
    size_t n = 0;

    for (; v >= 0x80; v >>= 7)
        out[n++] = (unsigned char)(v | 0x80);
    out[n++] = (unsigned char)v;
    return n;
}

bool varint_get(const unsigned char **p, const unsigned char *end, uint64_t *v)
{
    uint64_t sum = 0;

    for (unsigned shift = 0; shift < 64 && *p < end; shift += 7) {
        unsigned char c = *(*p)++;

        if (shift == 63 && c > 1)
            return false;
        sum |= (uint64_t)(c & 0x7F) << shift;
        if (c < 0x80) {
            *v = sum;
            return true;
        }
    }
    return false;
}
