/* aged_copy.h - what answer.c and aged_copy.c share; private to them. */
#ifndef ANSWER_AGED_COPY_H
#define ANSWER_AGED_COPY_H

#include "answer/answer.h"

/* answer_question() with whatever copies of servers' databases the request's sources let
 * be used. */
MUST_CHECK enum err answer_once(struct tables *t,
                                const struct answer_request *r, struct arena *a,
                                struct answer *out, struct error *e);

#endif
