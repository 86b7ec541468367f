/*
 * search_candidate.h - joins hits to their documents and drops those not worth
 * showing.
 */
#ifndef SEARCH_RETRIEVE_SEARCH_CANDIDATE_H
#define SEARCH_RETRIEVE_SEARCH_CANDIDATE_H

#include "search/index/indexed_passage.h"
#include "search/retrieve/rank.h"
#include "store/catalog/document.h"

struct candidate {
    struct rank_hit hit;
    struct passage passage;
    const struct document *document;
    double rerank;          /* of an endpoint (reorder.h) */
    bool is_reranked;       /* it gave one */
    struct candidate *same; /* others that say nearly the same, best first */
};

struct candidates {
    struct candidate *at; /* at[0..n), best first */
    size_t n;
};

/*
 * candidates_load - the passages of hits; what is of a document that is gone is
 * left out.
 *
 * out      out   lives in `a`, texts borrow the snapshot
 */
MUST_CHECK enum err candidates_load(const struct base *b,
                                    const struct segments_snapshot *s,
                                    const struct rank_hits *hits,
                                    struct arena *a, struct candidates *out,
                                    struct error *e);

/*
 * candidates_fold - of those that say nearly the same the best stays, and has
 * the others as `same`.
 */
MUST_CHECK enum err candidates_fold(struct candidates *c, struct arena *a,
                                    struct error *e);

/*
 * candidates_choose - the k to show, best first.
 *
 * No text has more than a few of the places while others have something to say:
 * ten pieces of one page are one source. Records and rows are sources each.
 */
void candidates_choose(struct candidates *c, size_t k);

#endif
