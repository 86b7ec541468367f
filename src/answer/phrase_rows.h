/*
 * phrase_rows.h - states the rows of a SQL result for which there is no query
 * spec.
 */
#ifndef ANSWER_PHRASE_ROWS_H
#define ANSWER_PHRASE_ROWS_H

#include "answer/phrase.h"

/*
 * phrase_rows - one row by its columns, of more how many there are.
 *
 * What they mean only whoever wrote the SQL knows, so nothing is said of it.
 *
 * in       r    its spec is not looked at
 * errors   as phrase_answer()
 */
MUST_CHECK enum err phrase_rows(const struct phrase_request *r, struct arena *a,
                                struct phrase *out, struct error *e);

#endif
