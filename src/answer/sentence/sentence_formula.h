/* sentence_formula.h - describes a formula in words. */
#ifndef ANSWER_SENTENCE_SENTENCE_FORMULA_H
#define ANSWER_SENTENCE_SENTENCE_FORMULA_H

#include "answer/sentence/sentence_names.h"

/*
 * sentence_formula - "total cost / total clicks", "average days from opened to closed".
 *
 * returns  false: it is not a formula, or one that has a name of its own
 */
bool sentence_formula(struct buf *b, const struct phrasing *x,
                      const struct spec_measure *m);

#endif
