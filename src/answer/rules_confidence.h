/*
 * rules_confidence.h - how often answers of the rules that look like this one
 * are right.
 *
 * A small logistic model over what is known of it, and what readings say of it
 * (agreement.h); then steps that were fitted to answers with known truth, as
 * those of readings are (ask/candidates/candidates_confidence.h). Its weights
 * are beside the ranker's, as "rules:agrees 1.3", and its steps as "@rules 0.83
 * 0.91"; tools/ranker/rules.c learns both.
 */
#ifndef ANSWER_RULES_CONFIDENCE_H
#define ANSWER_RULES_CONFIDENCE_H

#include "answer/agreement.h"
#include "answer/answer.h"

/*
 * Upper bound of the confidence of an answer that read a word as another or chose a
 * figure that the question does not name, over tables that systems keep. Of such
 * held-out answers above it 16 of 18 were right, of the others 75 of 75
 * (tests/asking/score.mjs prints both). Where the parser is asked as well, its
 * confidence takes the place of this one (alternatives.c).
 */
#define RULES_NOTED_CONFIDENCE 0.89

/*
 * rules_facts - what the model looks at.
 *
 * in       an    its asked is ASK_ANSWERABLE and its result was queried
 * out      fact  the terms, all finite
 */
void rules_facts(const struct answer *an, const struct agreement *o,
                 double fact[RULES_TERMS]);

/* "agrees", as lines of weights name it, after "rules:"; "told_agrees" is a
 * term after the facts. `name` has room for RULES_NAME_BYTES. */
const char *rules_term_name(size_t term, char *name);

/* Over 0, under 1. */
double rules_confidence(const struct ranker *r, const double fact[RULES_TERMS]);

#endif
