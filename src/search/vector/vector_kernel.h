/*
 * vector_kernel.h - dot products of quantised vectors, for each kind of
 * processor.
 *
 * All give the same whole numbers.
 */
#ifndef SEARCH_VECTOR_VECTOR_KERNEL_H
#define SEARCH_VECTOR_VECTOR_KERNEL_H

#include "search/vector/vector_code.h"

#define VECTOR_KERNELS 5

struct vector_kernel {
    const char *name; /* avx512_vnni, avx512bw, avx2, sse2, portable */
    /* sums[i] = sum of codes[i][k] * p->wide[k], i in [0,n); codes lie
     * p->stride apart. Bytes beyond may be prefetched, never read. */
    void (*products)(const struct vector_probe *p, const uint8_t *codes,
                     size_t n, int32_t *sums);
};

/* Those that this processor can run, the quickest first; returns how many. */
size_t vector_kernel_list(const struct vector_kernel *out[VECTOR_KERNELS]);

/* By their files; only vector_kernel.c knows which may run. */
extern const struct vector_kernel vector_kernel_avx512_vnni;
extern const struct vector_kernel vector_kernel_avx512bw;
extern const struct vector_kernel vector_kernel_avx2;
extern const struct vector_kernel vector_kernel_sse2;
extern const struct vector_kernel vector_kernel_portable;

#endif
