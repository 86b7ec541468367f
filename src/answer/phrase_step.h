/* phrase_step.h - what is taken of the rows. Private to phrase*.c. */
#ifndef ANSWER_PHRASE_STEP_H
#define ANSWER_PHRASE_STEP_H

#include "answer/phrase_names.h"

/* "the last row", "the largest sales", or nothing. */
void phrase_step(struct buf *b, const struct phrasing *x);

#endif
