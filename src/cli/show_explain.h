/* show_explain.h - prints how a question was understood, for --explain. */
#ifndef CLI_SHOW_EXPLAIN_H
#define CLI_SHOW_EXPLAIN_H

#include "answer/answer.h"
#include "cli/cli.h"

/* A dim label of one word, then the text on the same line. */
void show_labelled(struct cli *c, const char *label, struct str text);

/*
 * show_explain - the route and why; what each word was taken for, and how well
 * it fits; what a language model was sent; the query spec.
 */
MUST_CHECK enum err show_explain(struct cli *c, const struct answer *an,
                                 struct error *e);

#endif
