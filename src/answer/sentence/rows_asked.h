/* rows_asked.h - what a question calls the rows that it counts. Private to sentence*.c. */
#ifndef ANSWER_SENTENCE_ROWS_ASKED_H
#define ANSWER_SENTENCE_ROWS_ASKED_H

#include "answer/sentence/sentence_names.h"

/*
 * rows_asked - "arrests" of "how many arrests were made in May?": the noun after how
 * many, where the lexicon knows it and no column is called so.
 *
 * in       x     table, language, question
 * out      said  borrows the question, as it is written there; empty: it calls them
 *                nothing
 *          id    its concept in the lexicon
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err rows_asked(const struct phrasing *x, struct arena *a,
                               struct str *said, uint16_t *id, struct error *e);

#endif
