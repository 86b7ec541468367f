/* term_expand.h - the terms that a prefix matches. */
#ifndef SEARCH_LEXICAL_TERM_EXPAND_H
#define SEARCH_LEXICAL_TERM_EXPAND_H

#include "search/lexical/search.h"

/* Keys that a prefix is scored by: those that most passages hold. */
#define EXPAND_MAX 64

/* How many of a list's passages are not deleted. */
MUST_CHECK enum err expand_live_df(const struct search_segment *s,
                                   const struct posting_list *list,
                                   uint64_t *df, struct error *e);

/*
 * expand_prefixes - add the lists of the plan's prefixes, those of each as a
 * group of its own; nothing when they are there.
 *
 * Which they are depends on the passages that are not deleted, and not on how
 * these are spread over segments: the EXPAND_MAX keys with the highest df, of
 * equal ones the first. A plan that is full takes no more.
 *
 * in       a      the keys live there
 * errors   ERR_INTERNAL, ERR_LIMIT
 * cost     O(keys with the prefix), about 30 ns each in each segment
 */
MUST_CHECK enum err expand_prefixes(const struct search_view *v, struct plan *p,
                                    struct arena *a, struct error *e);

#endif
