/* show_answer.h - an answer for a person. */
#ifndef CLI_SHOW_ANSWER_H
#define CLI_SHOW_ANSWER_H

#include "answer/answer.h"
#include "cli/cli.h"

/* Sentences, rows, notes, proof; with `explain` also show_explain(). */
MUST_CHECK enum err show_answer(struct cli *c, const struct answer *an,
                                bool explain, struct error *e);

/* The rows alone, as the options ask; it has some. */
MUST_CHECK enum err show_answer_rows(struct cli *c, const struct answer *an,
                                     struct error *e);

#endif
