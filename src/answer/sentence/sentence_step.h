/* sentence_step.h - what is taken of the rows. Private to sentence*.c. */
#ifndef ANSWER_SENTENCE_SENTENCE_STEP_H
#define ANSWER_SENTENCE_SENTENCE_STEP_H

#include "answer/sentence/sentence_names.h"

/* "the last row", "the largest sales", or nothing. */
void sentence_step(struct buf *b, const struct phrasing *x);

#endif
