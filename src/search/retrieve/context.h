/*
 * context.h - what the words of a question are worth in passages, together with
 * those beside them in their documents.
 */
#ifndef SEARCH_RETRIEVE_CONTEXT_H
#define SEARCH_RETRIEVE_CONTEXT_H

#include "search/lexical/search.h"

/*
 * context_score - search_score() of passages of texts, each with the one before
 * and the one after it of the same version of its document, wherever in the
 * view they are. Records of JSON and rows of tables stand by themselves.
 *
 * inout    hit    hit[0..n), ascending by segment and doc; `score` is set
 * errors   ERR_INTERNAL  a segment is damaged
 *          ERR_LIMIT     `a` is full
 */
MUST_CHECK enum err context_score(const struct search_view *v,
                                  const struct plan *p, struct search_hit *hit,
                                  size_t n, struct arena *a, struct error *e);

#endif
