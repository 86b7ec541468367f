/*
 * impacts.h - the Pareto frontier of a block's postings: those for which no
 * other has both a tf as high and a length as short (segment_format.h).
 */
#ifndef SEARCH_LEXICAL_IMPACTS_H
#define SEARCH_LEXICAL_IMPACTS_H

#include "search/lexical/segment_format.h"

#define FRONT_MAX 16

/* Empty when zeroed. */
struct front {
    struct impact at[FRONT_MAX]; /* at[0..n) in no order */
    unsigned n;
};

/* One more posting. */
void front_add(struct front *f, struct impact posting);

/* IMPACTS that cover the front; it may be reduced to them. */
void front_write(struct front *f, unsigned char out[2 * IMPACTS]);

/* The best score under `weight` and `norms` of written impacts. */
static inline uint32_t impacts_score(const unsigned char impacts[2 * IMPACTS],
                                     float weight, const struct bm25_norms *n)
{
    uint32_t best = 0;

    for (unsigned i = 0; i < IMPACTS && impacts[2 * i]; i++) {
        uint32_t s =
            bm25_score(weight, impacts[2 * i], n->inverse[impacts[2 * i + 1]]);

        best = s > best ? s : best;
    }
    return best;
}

#endif
