/* segment_merge.h - merges segments into one, without deleted passages. */
#ifndef SEARCH_LEXICAL_SEGMENT_MERGE_H
#define SEARCH_LEXICAL_SEGMENT_MERGE_H

#include "search/lexical/search.h"

#define MERGE_MAX_SEGMENTS 64

/*
 * merge_segments - write the passages of from[0..n) that are not deleted, in
 * their order, as a new segment.
 *
 * in       n      1 to MERGE_MAX_SEGMENTS
 *          a      16 bytes a passage, and a list's positions
 * errors   as segment_writer_finish(); ERR_INTERNAL a segment is damaged
 * cost     O(bytes); memory does not grow with the texts
 */
MUST_CHECK enum err merge_segments(const struct search_segment *from, size_t n,
                                   const char *path, const char *shown,
                                   struct arena *a, struct error *e);

#endif
