/* related_expand.h - other words for those of a question: related_words.h. */
#ifndef SEARCH_RELATED_RELATED_EXPAND_H
#define SEARCH_RELATED_RELATED_EXPAND_H

#include "search/lexical/search.h"

/*
 * related_expand - add to a plan the words that mean what the question's words mean,
 * and that some passage has.
 *
 * in       v     to know which languages its passages are in, and which words
 *          a     the keys live there
 * errors   ERR_INTERNAL  a segment is damaged
 *          ERR_LIMIT     `a` is full
 */
MUST_CHECK enum err related_expand(const struct search_view *v,
                                   struct analyzer *z, struct arena *a,
                                   struct plan *p, struct error *e);

#endif
