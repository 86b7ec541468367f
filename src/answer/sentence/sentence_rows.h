/*
 * sentence_rows.h - states the rows of a SQL result for which there is no query
 * spec.
 */
#ifndef ANSWER_SENTENCE_SENTENCE_ROWS_H
#define ANSWER_SENTENCE_SENTENCE_ROWS_H

#include "answer/sentence/sentence.h"

/*
 * sentence_rows - one row by its columns, of more how many there are.
 *
 * What they mean only whoever wrote the SQL knows, so nothing is said of it.
 *
 * in       r    its spec is not looked at
 * errors   as sentence_answer()
 */
MUST_CHECK enum err sentence_rows(const struct sentence_request *r,
                                  struct arena *a, struct sentence *out,
                                  struct error *e);

#endif
