/*
 * vector_format.h - the bytes of a vector file, as in docs/index-format.md.
 *
 * A paged file (store/page_file/page_format.h) of the kind "QVEC" with n
 * vectors of `dimensions` numbers. Floats are IEEE 754 single precision,
 * little-endian as all else. Its content, each part at the next multiple of
 * VECTOR_ALIGN, with zeros between:
 *
 *     model      "name@version", at PAGE_HEADER_BYTES
 *     floats     float[n][dimensions]: the vectors as they were given, those of
 *                a passage in a row, passages ascending
 *     codes      uint8[n][dimensions rounded up to VECTOR_ALIGN]: the vectors
 *                in 8 bits; a number is scale * (code - VECTOR_CODE_ZERO); what
 *                fills a row up may be anything and is written as zeros
 *     scales     float[n]: of each vector
 *     errors     float[n]: at least the length of what the codes leave out,
 *                |vector - scale * (codes - VECTOR_CODE_ZERO)|
 *     owners     uint32[n]: the passage of each vector, ascending, below
 *                `passages`
 *
 * A scan reads codes, scales and errors, and few rows of floats; so they lie
 * apart. vector_layout() says where. The footer's own fields, uint64 each:
 * vectors, passages, dimensions, bytes of the model's name, then where floats,
 * codes, scales, errors and owners begin, which must be what the numbers before
 * say, and a reserved 0.
 */
#ifndef SEARCH_VECTOR_VECTOR_FORMAT_H
#define SEARCH_VECTOR_VECTOR_FORMAT_H

#include "store/page_file/page_format.h"

#include <stddef.h>

#define VECTOR_MAGIC     UINT32_C(0x43455651) /* "QVEC" */
#define VECTOR_VERSION   1
#define VECTOR_ALIGN     64
#define VECTOR_CODE_ZERO 128
#define VECTOR_CODE_MAX  127 /* codes are VECTOR_CODE_ZERO -127 to +127 */
#define VECTOR_KIND      ((struct page_kind){VECTOR_MAGIC, VECTOR_VERSION})

/* The footer's own fields. */
enum vector_footer {
    VECTOR_COUNT,
    VECTOR_DOCS,
    VECTOR_DIMENSIONS,
    VECTOR_MODEL_BYTES,
    VECTOR_FLOATS,
    VECTOR_CODES,
    VECTOR_SCALES,
    VECTOR_ERRORS,
    VECTOR_OWNERS,
    VECTOR_RESERVED,
    VECTOR_FIELDS
};

_Static_assert(VECTOR_FIELDS == PAGE_FOOTER_OWN, "the footer has no gap");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && sizeof(float) == 4,
               "the rows are used as they lie in the file");

/* The next place where a part may begin. */
static inline uint64_t vector_align(uint64_t at)
{
    return (at + VECTOR_ALIGN - 1) / VECTOR_ALIGN * VECTOR_ALIGN;
}

/* Where all lies: f[VECTOR_COUNT] to f[VECTOR_MODEL_BYTES], within the limits
 * of vector_segment.h, give the rest. Returns the end of the content. */
static inline uint64_t vector_layout(uint64_t f[PAGE_FOOTER_OWN])
{
    uint64_t n = f[VECTOR_COUNT];
    uint64_t d = f[VECTOR_DIMENSIONS];

    f[VECTOR_FLOATS] = vector_align(PAGE_HEADER_BYTES + f[VECTOR_MODEL_BYTES]);
    f[VECTOR_CODES] = vector_align(f[VECTOR_FLOATS] + 4 * n * d);
    f[VECTOR_SCALES] = f[VECTOR_CODES] + n * vector_align(d);
    f[VECTOR_ERRORS] = vector_align(f[VECTOR_SCALES] + 4 * n);
    f[VECTOR_OWNERS] = vector_align(f[VECTOR_ERRORS] + 4 * n);
    f[VECTOR_RESERVED] = 0;
    return f[VECTOR_OWNERS] + 4 * n;
}

#endif
