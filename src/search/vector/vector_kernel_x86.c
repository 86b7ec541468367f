/*
 * The products of vector_kernel.h by the instructions of x86-64. A row is read
 * once, in order, 64 bytes a step, and memory is what is waited for: two or four
 * rows at a time were no quicker than one, nor was a loop for 512 dimensions
 * alone, but asking for bytes AHEAD before they are needed takes a fifth off
 * (bench_vector), as the processor's own guesses end at each page of 4 KiB.
 *
 * Codes are bytes without a sign because VNNI multiplies those with bytes that
 * have one; the query's 16 bits are two such bytes. The others widen the codes
 * to 16 bits and multiply pairs: 2 * 255 * 32512 fits.
 */
#include "search/vector/vector_kernel.h"

#ifdef __x86_64__
#include <immintrin.h>

#define AHEAD 8192 /* bench_vector: 4096 takes 12% more, 16384 4% */

#define TARGET(features) __attribute__((target(features)))

static inline void prefetch(const uint8_t *row, size_t at)
{
    __builtin_prefetch(row + at + AHEAD);
}

static TARGET("avx512f,avx512bw,avx512vnni") void products_vnni(
    const struct vector_probe *p, const uint8_t *codes, size_t n, int32_t *sums)
{
    for (size_t i = 0; i < n; i++, codes += p->stride) {
        __m512i high = _mm512_setzero_si512();
        __m512i low = high;

        for (size_t k = 0; k < p->stride; k += 64) {
            __m512i c = _mm512_loadu_si512(codes + k);

            prefetch(codes, k);
            high =
                _mm512_dpbusd_epi32(high, c, _mm512_loadu_si512(p->high + k));
            low = _mm512_dpbusd_epi32(low, c, _mm512_loadu_si512(p->low + k));
        }
        sums[i] = _mm512_reduce_add_epi32(
            _mm512_add_epi32(_mm512_slli_epi32(high, 8), low));
    }
}

static TARGET("avx512f,avx512bw") void products_avx512bw(
    const struct vector_probe *p, const uint8_t *codes, size_t n, int32_t *sums)
{
    for (size_t i = 0; i < n; i++, codes += p->stride) {
        __m512i sum[2] = {_mm512_setzero_si512(), _mm512_setzero_si512()};

        for (size_t k = 0; k < p->stride; k += 64) {
            prefetch(codes, k);
#pragma GCC unroll 2
            for (size_t h = 0; h < 2; h++) {
                const void *at = codes + k + 32 * h;
                __m512i c = _mm512_cvtepu8_epi16(_mm256_loadu_si256(at));
                __m512i w = _mm512_loadu_si512(p->wide + k + 32 * h);

                sum[h] = _mm512_add_epi32(sum[h], _mm512_madd_epi16(c, w));
            }
        }
        sums[i] = _mm512_reduce_add_epi32(_mm512_add_epi32(sum[0], sum[1]));
    }
}

static inline TARGET("sse2") int32_t reduce(__m128i s)
{
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4e));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0xb1));
    return _mm_cvtsi128_si32(s);
}

static TARGET("avx2") void products_avx2(const struct vector_probe *p,
                                         const uint8_t *codes, size_t n,
                                         int32_t *sums)
{
    for (size_t i = 0; i < n; i++, codes += p->stride) {
        __m256i sum[4] = {0};
        __m256i all;

        for (size_t k = 0; k < p->stride; k += 64) {
            prefetch(codes, k);
#pragma GCC unroll 4
            for (size_t h = 0; h < 4; h++) {
                const void *at = codes + k + 16 * h;
                const void *with = p->wide + k + 16 * h;
                __m256i c = _mm256_cvtepu8_epi16(_mm_loadu_si128(at));
                __m256i w = _mm256_loadu_si256(with);

                sum[h] = _mm256_add_epi32(sum[h], _mm256_madd_epi16(c, w));
            }
        }
        all = _mm256_add_epi32(_mm256_add_epi32(sum[0], sum[1]),
                               _mm256_add_epi32(sum[2], sum[3]));
        sums[i] = reduce(_mm_add_epi32(_mm256_castsi256_si128(all),
                                       _mm256_extracti128_si256(all, 1)));
    }
}

static TARGET("sse2") void products_sse2(const struct vector_probe *p,
                                         const uint8_t *codes, size_t n,
                                         int32_t *sums)
{
    const __m128i zero = _mm_setzero_si128();

    for (size_t i = 0; i < n; i++, codes += p->stride) {
        __m128i sum[2] = {zero, zero};

        for (size_t k = 0; k < p->stride; k += 16) {
            __m128i c = _mm_loadu_si128((const void *)(codes + k));
            const __m128i *w = (const void *)(p->wide + k);

            if (k % 64 == 0)
                prefetch(codes, k);
            sum[0] =
                _mm_add_epi32(sum[0], _mm_madd_epi16(_mm_unpacklo_epi8(c, zero),
                                                     _mm_loadu_si128(w)));
            sum[1] =
                _mm_add_epi32(sum[1], _mm_madd_epi16(_mm_unpackhi_epi8(c, zero),
                                                     _mm_loadu_si128(w + 1)));
        }
        sums[i] = reduce(_mm_add_epi32(sum[0], sum[1]));
    }
}

const struct vector_kernel vector_kernel_avx512_vnni = {"avx512_vnni",
                                                        products_vnni};
const struct vector_kernel vector_kernel_avx512bw = {"avx512bw",
                                                     products_avx512bw};
const struct vector_kernel vector_kernel_avx2 = {"avx2", products_avx2};
const struct vector_kernel vector_kernel_sse2 = {"sse2", products_sse2};
#endif
