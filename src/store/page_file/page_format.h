/*
 * page_format.h - the layout that all index files share: terms
 * (search/lexical/segment_format.h) and vectors
 * (search/vector/vector_format.h). docs/index-format.md describes it and its
 * checksum.
 *
 * Such a file is written once and never changes. All integers are
 * little-endian. From its start:
 *
 *     header     magic and version of its kind, two uint32
 *     content    what the kind says
 *     padding    zeros to a multiple of PAGE_BYTES
 *     sums       uint64[pages]: hash_sum() of page i with seed i
 *     footer     uint64[PAGE_FOOTER_FIELDS]: PAGE_FOOTER_OWN of the kind, then
 *                those named below
 *
 * A page is PAGE_BYTES from the file's start on. Its sum finds damage and a
 * page in another's place; it does not keep out who writes both, so each number
 * in a page is checked against its bounds when it is used.
 */
#ifndef STORE_PAGE_FILE_PAGE_FORMAT_H
#define STORE_PAGE_FILE_PAGE_FORMAT_H

#include "base/little_endian.h"

#define PAGE_BYTES        4096
#define PAGE_HEADER_BYTES 8
#define PAGE_FOOTER_OWN   10 /* fields of the kind */

enum page_footer {
    PAGE_FOOTER_SUMS = PAGE_FOOTER_OWN, /* where the sums begin */
    PAGE_FOOTER_FILE_BYTES,
    PAGE_FOOTER_SUMS_SUM, /* hash_sum() of the sums */
    PAGE_FOOTER_VERSION,  /* as in the header */
    PAGE_FOOTER_RESERVED, /* 0 */
    PAGE_FOOTER_SUM,      /* hash_sum() of the fields before */
    PAGE_FOOTER_FIELDS
};

#define PAGE_FOOTER_BYTES ((size_t)8 * PAGE_FOOTER_FIELDS)

/* What a file says that it is. */
struct page_kind {
    uint32_t magic;
    uint32_t version;
};

#endif
