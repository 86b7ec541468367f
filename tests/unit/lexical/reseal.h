/* reseal.h - a segment whose bytes were changed, with sums that fit again: what
 * one would write who wants to hurt the reader. */
#ifndef TESTS_LEXICAL_RESEAL_H
#define TESTS_LEXICAL_RESEAL_H

#include "base/hash.h"
#include "lexical/segment_format.h"

static inline void reseal(unsigned char *p, size_t n)
{
    unsigned char *footer = p + n - FOOTER_BYTES;
    uint64_t sums;
    uint64_t length_sum = 0;
    uint64_t lengths;
    uint64_t docs;

    if (n < FOOTER_BYTES)
        return;
    sums = load64(footer + 8 * FOOTER_SUMS);
    lengths = load64(footer + 8 * FOOTER_LENGTHS);
    docs = load64(footer + 8 * FOOTER_DOCS);
    if (sums > n - FOOTER_BYTES || sums % PAGE_BYTES ||
        (n - FOOTER_BYTES - sums) / 8 != sums / PAGE_BYTES)
        return;
    for (uint64_t i = 0; i < sums / PAGE_BYTES; i++)
        store64(p + sums + 8 * i, hash_sum(p + i * PAGE_BYTES, PAGE_BYTES, i));
    for (uint64_t i = 0; lengths < n && docs < n - lengths && i < docs; i++)
        length_sum += bm25_length(p[lengths + i]);
    store64(footer + 8 * FOOTER_LENGTH_SUM, length_sum);
    store64(footer + 8 * FOOTER_FILE_BYTES, n);
    store64(footer + 8 * FOOTER_SUMS_SUM,
            hash_sum(p + sums, n - FOOTER_BYTES - sums, 0));
    store64(footer + 8 * FOOTER_SUM, hash_sum(footer, 8 * FOOTER_SUM, 0));
}

#endif
