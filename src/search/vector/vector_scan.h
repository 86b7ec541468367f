/* vector_scan.h - one thread's part of a search. */
#ifndef SEARCH_VECTOR_VECTOR_SCAN_H
#define SEARCH_VECTOR_VECTOR_SCAN_H

#include "search/vector/vector_kernel.h"
#include "search/vector/vector_top.h"

#include <stdatomic.h>

/* Vectors [from, to) of a segment of the view. */
struct vector_piece {
    uint32_t segment;
    uint32_t from;
    uint32_t to;
};

/* What all threads see. */
struct vector_scan {
    const struct vector_view *view;
    const struct vector_probe *probe;
    const struct vector_kernel *kernel;
    /* Of the k-th best of some thread, the highest yet: what does not reach it
       is no hit. It only spares work, so nobody waits for it. */
    _Atomic float least;
};

/* What a thread has for itself. */
struct vector_scanner {
    struct vector_scan *scan;
    struct vector_top top;  /* `which` is the vector's number in the segment */
    struct vector_hit open; /* the passage under way, */
    bool is_open;           /* if there is one */
};

/*
 * vector_scan_piece - put the best passages of a piece into the top. A passage
 * whose vectors begin before the piece is another's; one that begins in it is
 * read to its end.
 *
 * errors   ERR_INTERNAL  damaged
 */
MUST_CHECK enum err vector_scan_piece(struct vector_scanner *w,
                                      const struct vector_piece *p,
                                      struct error *e);

/* vector_search() by this kernel: for tests and benches. */
MUST_CHECK enum err vector_search_by(const struct vector_kernel *kernel,
                                     const struct vector_view *v,
                                     const struct vector_query *q,
                                     struct arena *a, struct vector_hits *out,
                                     struct error *e);

#endif
