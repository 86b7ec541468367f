/*
 * words_write.h - what the words of a question are worth, for those who choose among
 * passages.
 */
#ifndef SEARCH_RETRIEVE_WORDS_WRITE_H
#define SEARCH_RETRIEVE_WORDS_WRITE_H

#include "base/jsonw.h"
#include "search/lexical/query_plan.h"

/*
 * words_write - members of an object:
 *
 *     "words": [{"text","passages"}]      each word or stem, and how many passages have
 *                                         it
 *     "other_words": [{"for":[...],       words of the question,
 *                      "words":[...],     stems that stand for them when together,
 *                      "weight"}]         and how much of them that is worth, [0,1]
 *     "passages"                          that there are
 */
void words_write(const struct plan *p, uint64_t passages, struct jsonw *w);

#endif
