/*
 * previous.h - the passages that a document has in the index before it is
 * indexed again: those with unchanged text keep their vectors.
 */
#ifndef SEARCH_INDEX_PREVIOUS_H
#define SEARCH_INDEX_PREVIOUS_H

#include "search/segments/segments.h"

struct previous_passage {
    uint64_t content; /* indexed_passage.h */
    uint32_t segment; /* in the snapshot */
    uint32_t doc;
};

struct previous {
    const struct segments_snapshot *snapshot; /* borrowed; NULL: none */
    struct vector_kind kind;                  /* of the vectors wanted */
    const struct previous_passage *at;        /* at[0..n), by content */
    size_t n;
};

/*
 * previous_find - the passages of a document.
 *
 * in       kind   of the vectors wanted, NULL: none; a passage that another
 *                 model was asked about is as if it were not there
 * out      out    lives in `a`, borrows the snapshot
 */
MUST_CHECK enum err previous_find(const struct segments_snapshot *s,
                                  struct str document,
                                  const struct vector_kind *kind,
                                  struct arena *a, struct previous *out,
                                  struct error *e);

/*
 * previous_vectors - the vectors of what says the same.
 *
 * out      known    was there such a passage?
 *          vectors  float[*n][dimensions], borrows the snapshot; *n is 0 for
 *                   one that has none
 */
MUST_CHECK enum err previous_vectors(const struct previous *p, uint64_t content,
                                     bool *known, const float **vectors,
                                     uint32_t *n, struct error *e);

#endif
