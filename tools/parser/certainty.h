/*
 * certainty.h - learns how sure answers are by how they were read
 * (ask/parse/certainty.h).
 */
#ifndef TOOLS_PARSER_CERTAINTY_H
#define TOOLS_PARSER_CERTAINTY_H

#include "calibrate.h"

#define SURE_MAX 128

/* Weights of the terms that occurred, by name. */
struct certainty {
    char name[SURE_MAX][CERTAINTY_NAME_BYTES];
    double w[SURE_MAX];
    size_t n;
};

/* Learn from outcomes of questions whose sets were left out. */
void certainty_learn(const struct outcome *x, size_t n, struct certainty *out);

/* Make of the probabilities how sure the answers are. */
void certainty_apply(const struct certainty *c, struct outcome *x, size_t n);

/* Lines "NAME WEIGHT". */
void certainty_write(const struct certainty *c, void *file);

#endif
