/* little_endian.h - unaligned little-endian numbers, as in files. */
#ifndef BASE_LITTLE_ENDIAN_H
#define BASE_LITTLE_ENDIAN_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

/* The 16 bits at `p`, as a number that is computed with. */
static inline uint32_t load16(const void *p)
{
    uint16_t v;

    memcpy(&v, p, sizeof(v));
    return le16toh(v);
}

/* The 32 bits at `p`. */
static inline uint32_t load32(const void *p)
{
    uint32_t v;

    memcpy(&v, p, sizeof(v));
    return le32toh(v);
}

/* As load32() for 64 bits. */
static inline uint64_t load64(const void *p)
{
    uint64_t v;

    memcpy(&v, p, sizeof(v));
    return le64toh(v);
}

/* The double whose bits these are. */
static inline double double_of_bits(uint64_t bits)
{
    double v;

    memcpy(&v, &bits, sizeof(v));
    return v;
}

/* The reverse of load32(). */
static inline void store32(void *p, uint32_t v)
{
    v = htole32(v);
    memcpy(p, &v, sizeof(v));
}

/* As store32() for 64 bits. */
static inline void store64(void *p, uint64_t v)
{
    v = htole64(v);
    memcpy(p, &v, sizeof(v));
}

#endif
