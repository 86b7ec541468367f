/*
 * segments_merge.h - the two halves of a merge, so that tests can act between
 * them.
 */
#ifndef SEARCH_SEGMENTS_SEGMENTS_MERGE_H
#define SEARCH_SEGMENTS_SEGMENTS_MERGE_H

#include "search/segments/segments_claim.h"

#define MERGE_FACTOR 8 /* segments of a tier that become one */

struct merge_job {
    struct arena a;
    struct state *old; /* what is merged */
    size_t chosen[MERGE_FACTOR];
    size_t n; /* 0: nothing to merge */
    struct claim claim;
    uint64_t name;     /* of the merged segment */
    bool with_vectors; /* it has some */
    struct held merged;
    struct segments_entry result;
    bool tried; /* to publish it: the manifest may name it */
};

/* Write the merged segment, without keeping anybody from anything; release the
 * job, also on error. The caller holds the lock of merges. */
MUST_CHECK enum err merge_begin(struct segments *x, struct merge_job *job,
                                struct error *e);

/* Put it in the place of its sources. */
MUST_CHECK enum err merge_finish(struct segments *x, struct merge_job *job,
                                 struct error *e);

/* Free; what is not published leaves nothing. */
void merge_release(struct segments *x, struct merge_job *job);

#endif
