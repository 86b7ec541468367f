/*
 * bytes16.h - sixteen bytes at a time, in the compiler's vector extension.
 *
 * The compiler's vector types give compares on every machine; only the step
 * from a compare to a bit mask needs the machine (SSE2, which every x86-64
 * has). <emmintrin.h> would bring malloc() in with it.
 */
#ifndef BASE_TEXT_BYTES16_H
#define BASE_TEXT_BYTES16_H

#include <stdint.h>
#include <string.h>

typedef signed char bytes16 __attribute__((vector_size(16)));

/* The 16 bytes at `p`, at any address. */
static inline bytes16 bytes16_load(const char *p)
{
    bytes16 v;

    memcpy(&v, p, sizeof(v));
    return v;
}

/* Sixteen times `c`. */
static inline bytes16 bytes16_all(char c)
{
    signed char s = (signed char)c;

    return (bytes16){s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s};
}

/* Bit i is the high bit of byte i. */
static inline uint64_t bytes16_mask(bytes16 v)
{
#ifdef __SSE2__
    typedef char chars16 __attribute__((vector_size(16)));

    return (unsigned)__builtin_ia32_pmovmskb128((chars16)v);
#else
    uint64_t mask = 0;

    for (int i = 0; i < 16; i++)
        mask |= (uint64_t)(v[i] < 0) << i;
    return mask;
#endif
}

#endif
