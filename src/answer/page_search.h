/* page_search.h - what search finds in the pages of the bases of a question. */
#ifndef ANSWER_PAGE_SEARCH_H
#define ANSWER_PAGE_SEARCH_H

#include "answer/page_part.h"

/*
 * page_search - passage_search() of each base; what was found last is kept in p->found,
 * and searched once.
 *
 * out      answer  answer[p->pages->n], in p->a
 *          out     behind
 */
MUST_CHECK enum err page_search(const struct page_part *p, struct str question,
                                struct json **answer, struct error *e);

#endif
