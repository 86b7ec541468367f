/*
 * learn_confidence.h - learns how sure answers are by how they were read
 * (ask/parse/reading_confidence.h).
 */
#ifndef TOOLS_PARSER_LEARN_CONFIDENCE_H
#define TOOLS_PARSER_LEARN_CONFIDENCE_H

#include "calibrate.h"

/* Weights of the terms by kind and class; 0: it did not occur. */
struct learned_confidence {
    double w[READING_CONFIDENCE_TERM_KINDS][READING_CONFIDENCE_CLASSES];
};

/* Learn from outcomes of questions whose sets were left out. */
void learn_confidence(const struct outcome *x, size_t n,
                      struct learned_confidence *out);

/* Make of the probabilities how sure the answers are. */
void learned_confidence_apply(const struct learned_confidence *c,
                              struct outcome *x, size_t n);

/* Lines "NAME WEIGHT". */
void learned_confidence_write(const struct learned_confidence *c, void *file);

#endif
