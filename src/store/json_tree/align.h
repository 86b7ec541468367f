/* align.h - aligns the equal elements of two lists; private to this folder. */
#ifndef STORE_JSON_TREE_ALIGN_H
#define STORE_JSON_TREE_ALIGN_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

#define ALIGN_NONE  SIZE_MAX
#define ALIGN_CELLS ((size_t)1 << 20)   /* 1,000 elements by 1,000 */
#define ALIGN_TOTAL ((uint64_t)1 << 26) /* some 0.2 s */

/* What the exact comparison may still spend; shared by all lists of a diff. */
struct align {
    struct arena *a;
    struct error *e;
    uint64_t cells_left;
    uint32_t *cells; /* [ALIGN_CELLS], once it is needed */
};

/* Two lists: equal numbers for equal elements. */
struct align_pair {
    const uint64_t *x; /* [nx] */
    const uint64_t *y; /* [ny] */
    size_t nx;
    size_t ny;
};

/*
 * align_lists - a mate for every element that stays.
 *
 * Equal elements at both ends are mates; between them it is a longest common
 * subsequence while that is affordable. In longer lists, elements that occur
 * once in both are found first and what lies between them is compared.
 *
 * out      mate  size_t[ny]: the index in x or ALIGN_NONE; rising
 * errors   ERR_LIMIT  the arena is full; in *al->e
 */
MUST_CHECK enum err align_lists(struct align *al, const struct align_pair *p,
                                size_t *mate);

/*
 * align_rising - a longest rising subsequence.
 *
 * in       v     size_t[n]; ALIGN_NONE does not take part, the rest differ
 * out      keep  bool[n]
 * cost     O(n log n)
 */
MUST_CHECK enum err align_rising(struct arena *a, const size_t *v, size_t n,
                                 bool *keep, struct error *e);

#endif
