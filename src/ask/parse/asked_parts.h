/*
 * asked_parts.h - how well the parts of a spec go with the wording of a question: a sum
 * of a column that is called "amount" with "how much", the fewest with "cheapest". Private
 * to the module.
 *
 * Features tell which word became which part; this tells which parts people mean who
 * write so, also by words that are in no part. It is a log-linear model over pairs of a
 * part (an aggregate, a grain, a condition, a word of a column's name in its role) and a
 * term of the question (a word, or two), learned by tools/parser/parts.mjs from which
 * candidates were right. Its weights are asked_parts.txt: lines
 * "asked_parts:PART:term WEIGHT".
 */
#ifndef ASK_PARSE_ASKED_PARTS_H
#define ASK_PARSE_ASKED_PARTS_H

#include "ask/parse/weights.h"
#include "ask/spec/spec.h"
#include "base/text/words.h"

#define ASKED_PARTS_MIDDLE 16 /* the level of what is as likely as nothing */
#define ASKED_PARTS_LEVELS (2 * ASKED_PARTS_MIDDLE + 1)

/* Of one question; used by one thread. */
struct asked_parts;

/*
 * asked_parts_make - what is to be known of a question's words.
 *
 * in       weights  NULL: those of the program; borrowed
 * out      out      lives in `a`, which it also takes from later
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err asked_parts_make(const struct words *w,
                                     const struct parse_weights *weights,
                                     struct arena *a, struct asked_parts **out,
                                     struct error *e);

/*
 * asked_parts_level - how much likelier the wording asks for a spec than for nothing that
 * the data have: 0 to ASKED_PARTS_LEVELS - 1 in steps of a quarter of a unit of the
 * logarithm, in the middle as likely. An argument of F_PARTS.
 *
 * errors   ERR_LIMIT  the arena is full
 * cost     terms of the question for each part that no spec before it had
 */
MUST_CHECK enum err asked_parts_level(struct asked_parts *p,
                                      const struct query_spec *s, uint32_t *out,
                                      struct error *e);

/*
 * For learning: what the model looks at, each with a \n after it; first the terms of a
 * question, then the parts of a spec.
 */
void asked_parts_write_terms(const struct words *w, struct buf *out);
MUST_CHECK enum err asked_parts_write(const struct query_spec *s,
                                      struct arena *a, struct buf *out,
                                      struct error *e);

#endif
