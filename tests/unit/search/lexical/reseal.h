/* reseal.h - a segment whose bytes were changed, with sums that fit again: what
 * one would write who wants to hurt the reader. */
#ifndef SEARCH_LEXICAL_RESEAL_H
#define SEARCH_LEXICAL_RESEAL_H

#include "search/lexical/segment_format.h"
#include "store/page_file/reseal.h"

static inline void reseal(unsigned char *p, size_t n)
{
    unsigned char *footer = reseal_footer(p, n);
    uint64_t length_sum = 0;
    uint64_t lengths;
    uint64_t docs;

    if (!footer)
        return;
    lengths = load64(footer + (size_t)8 * FOOTER_LENGTHS);
    docs = load64(footer + (size_t)8 * FOOTER_DOCS);
    for (uint64_t i = 0; lengths < n && docs < n - lengths && i < docs; i++)
        length_sum += bm25_length(p[lengths + i]);
    store64(footer + (size_t)8 * FOOTER_LENGTH_SUM, length_sum);
    reseal_pages(p, n);
}

#endif
