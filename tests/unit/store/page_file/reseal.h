/* reseal.h - a paged file whose bytes were changed, with sums that fit again:
 * what one would write who wants to hurt the reader. */
#ifndef STORE_PAGE_FILE_RESEAL_H
#define STORE_PAGE_FILE_RESEAL_H

#include "base/hash.h"
#include "store/page_file/page_format.h"

#include <stdbool.h>
#include <stddef.h>

/* Where the footer is; NULL when there are no pages where it says. */
static inline unsigned char *reseal_footer(unsigned char *p, size_t n)
{
    unsigned char *footer = p + n - PAGE_FOOTER_BYTES;
    uint64_t sums;

    if (n < PAGE_FOOTER_BYTES)
        return NULL;
    sums = load64(footer + (size_t)8 * PAGE_FOOTER_SUMS);
    if (sums > n - PAGE_FOOTER_BYTES || sums % PAGE_BYTES ||
        (n - PAGE_FOOTER_BYTES - sums) / 8 != sums / PAGE_BYTES)
        return NULL;
    return footer;
}

/* Every sum as it must be. */
static inline void reseal_pages(unsigned char *p, size_t n)
{
    unsigned char *footer = reseal_footer(p, n);
    uint64_t sums;

    if (!footer)
        return;
    sums = load64(footer + (size_t)8 * PAGE_FOOTER_SUMS);
    for (uint64_t i = 0; i < sums / PAGE_BYTES; i++)
        store64(p + sums + 8 * i, hash_sum(p + i * PAGE_BYTES, PAGE_BYTES, i));
    store64(footer + (size_t)8 * PAGE_FOOTER_FILE_BYTES, n);
    store64(footer + (size_t)8 * PAGE_FOOTER_SUMS_SUM,
            hash_sum(p + sums, n - PAGE_FOOTER_BYTES - sums, 0));
    store64(footer + (size_t)8 * PAGE_FOOTER_SUM,
            hash_sum(footer, (size_t)8 * PAGE_FOOTER_SUM, 0));
}

#endif
