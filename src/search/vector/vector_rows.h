/* vector_rows.h - the parts of a vector file, for the scan. All but the counts
 * are verified at first touch; NULL is an error, with *e filled. */
#ifndef SEARCH_VECTOR_VECTOR_ROWS_H
#define SEARCH_VECTOR_VECTOR_ROWS_H

#include "search/vector/vector_segment.h"

/* "damaged", with the name of the file. */
enum err vector_rows_damaged(const struct vector_segment *s, struct error *e);

/* "vectors of another model", with the name of the file; ERR_CONFLICT. */
enum err vector_rows_conflict(const struct vector_segment *s, struct error *e);

/* Of the vectors [from, from + n), vector_format.h: float[n][dimensions]. */
MUST_CHECK const float *vector_rows_floats(const struct vector_segment *s,
                                           uint32_t from, uint32_t n,
                                           struct error *e);

/* uint8[n][stride]. */
MUST_CHECK const uint8_t *vector_rows_codes(const struct vector_segment *s,
                                            uint32_t from, uint32_t n,
                                            struct error *e);

/* float[n]. */
MUST_CHECK const float *vector_rows_scales(const struct vector_segment *s,
                                           uint32_t from, uint32_t n,
                                           struct error *e);

/* float[n]. */
MUST_CHECK const float *vector_rows_errors(const struct vector_segment *s,
                                           uint32_t from, uint32_t n,
                                           struct error *e);

/* uint32[n]; a file that lies has any number there. */
MUST_CHECK const uint32_t *vector_rows_owners(const struct vector_segment *s,
                                              uint32_t from, uint32_t n,
                                              struct error *e);

/* The first vector whose passage is not below `doc`, or their count. */
MUST_CHECK enum err vector_rows_find(const struct vector_segment *s,
                                     uint64_t doc, uint32_t *row,
                                     struct error *e);

#endif
