/*
 * vector_segment.h - a memory-mapped vector file of one segment.
 *
 * Passages are numbered as in the segment of words beside it; one may have no
 * vector, one or several (a long passage is embedded in parts). All come from
 * one model and unit length, so their product is their cosine.
 *
 * Everything is const after vector_segment_open() but a flag a page that says
 * it was verified: any number of threads may read at once. Damage is
 * ERR_INTERNAL with "damaged": the index is derived, who meets that builds it
 * again.
 */
#ifndef SEARCH_VECTOR_VECTOR_SEGMENT_H
#define SEARCH_VECTOR_VECTOR_SEGMENT_H

#include "base/str.h"

#include <stdint.h>

#define VECTOR_MAX_DIMENSIONS  8192
#define VECTOR_MODEL_MAX_BYTES 200

/* What vectors must share to be compared. */
struct vector_kind {
    struct str model; /* "name@version" */
    uint32_t dimensions;
};

struct vector_builder;

/*
 * vector_builder_new - vectors gathered for one file, in memory.
 *
 * in       kind          its text is copied
 *          budget_bytes  for what is added, at least 1 MiB; writing takes
 *                        2 MiB besides
 * errors   ERR_VALIDATION_FAILED  dimensions are 0 or over the limit, or the
 *                                 name is too long
 *          ERR_LIMIT
 */
MUST_CHECK struct vector_builder *vector_builder_new(
    const struct vector_kind *kind, size_t budget_bytes, struct error *e);

/* NULL is allowed. */
void vector_builder_free(struct vector_builder *b);

/*
 * vector_builder_add - one more vector.
 *
 * in       doc     its passage; never less than that of the call before
 *          vector  float[dimensions], finite, unit length
 * errors   ERR_LIMIT              the budget is used up: write, and begin again
 *          ERR_VALIDATION_FAILED  no finite numbers
 */
MUST_CHECK enum err vector_builder_add(struct vector_builder *b, uint32_t doc,
                                       const float *vector, struct error *e);

/* How many vectors it holds. */
uint32_t vector_builder_count(const struct vector_builder *b);

/*
 * vector_builder_write - a file of what was added, also of nothing; the
 * builder is empty afterwards, also on error.
 *
 * in       docs   passages of the segment; all `doc` are below it
 * errors   ERR_FILE_WRITE_FAILED, ERR_LIMIT
 */
MUST_CHECK enum err vector_builder_write(struct vector_builder *b,
                                         uint32_t docs, const char *path,
                                         const char *shown, struct error *e);

struct vector_segment;

/*
 * vector_segment_open - map a file; its footer and its sums are verified.
 *
 * in       path, shown   as in fs.h; `shown` is copied
 * out      out           vector_segment_close() it
 * errors   ERR_NOT_FOUND, ERR_FILE_READ_FAILED, ERR_LIMIT
 *          ERR_INTERNAL  damaged or of another version
 */
MUST_CHECK enum err vector_segment_open(const char *path, const char *shown,
                                        struct vector_segment **out,
                                        struct error *e);

/* Unmap and free; NULL is allowed. */
void vector_segment_close(struct vector_segment *s);

/* Verify every page: ERR_INTERNAL when one is damaged. */
MUST_CHECK enum err vector_segment_verify(const struct vector_segment *s,
                                          struct error *e);

/* The model and the dimensions; the text borrows the segment. */
struct vector_kind vector_segment_kind(const struct vector_segment *s);

uint32_t vector_segment_count(const struct vector_segment *s); /* vectors */
uint32_t vector_segment_docs(const struct vector_segment *s);  /* passages */
uint64_t vector_segment_bytes(const struct vector_segment *s); /* of the file */

/* The sum over the footer: two files with the same are the same. */
uint64_t vector_segment_sum(const struct vector_segment *s);

/*
 * vector_segment_of - the vectors of one passage, as they were added.
 *
 * out      vectors  float[*n][dimensions], borrows the segment; *n may be 0,
 *                   and is after the last passage
 * errors   ERR_INTERNAL  damaged
 */
MUST_CHECK enum err vector_segment_of(const struct vector_segment *s,
                                      uint32_t doc, const float **vectors,
                                      uint32_t *n, struct error *e);

#endif
