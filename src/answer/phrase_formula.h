/* phrase_formula.h - describes a formula in words. */
#ifndef ANSWER_PHRASE_FORMULA_H
#define ANSWER_PHRASE_FORMULA_H

#include "answer/phrase_names.h"

/*
 * phrase_formula - "total cost / total clicks", "average days from opened to closed".
 *
 * returns  false: it is no formula, or one that has a name of its own
 */
bool phrase_formula(struct buf *b, const struct phrasing *x,
                    const struct spec_measure *m);

#endif
