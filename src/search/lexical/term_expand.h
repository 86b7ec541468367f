/* term_expand.h - the terms that a prefix matches, or a misspelt word is meant for. */
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

/*
 * expand_misspelt - where no passage has a word, the words that it may be meant
 * for: the nearest by edits, of equal ones those with the highest df. Their lists
 * are a group and belong to the word. After the df of the plan are known; nothing
 * when it was done before.
 *
 * out      changed   there are new lists, whose df are not known
 * errors   ERR_INTERNAL, ERR_LIMIT
 */
MUST_CHECK enum err expand_misspelt(const struct search_view *v, struct plan *p,
                                    struct arena *a, bool *changed,
                                    struct error *e);

#endif
