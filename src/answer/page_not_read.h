/* page_not_read.h - says what of the documents behind an answer was not read. Private
 * to the module. */
#ifndef ANSWER_PAGE_NOT_READ_H
#define ANSWER_PAGE_NOT_READ_H

#include "answer/page_part.h"

/*
 * page_not_read_warn - warnings of an answer whose passages are chosen.
 *
 * Of a document that it cites, as the rest of it may say more; and where nothing is
 * cited, or what is cited is not likely to answer, of all documents that were searched.
 *
 * in       answer  answer[p->pages->n], of passage_search()
 */
MUST_CHECK enum err page_not_read_warn(const struct page_part *p,
                                       struct json *const *answer,
                                       struct error *e);

#endif
