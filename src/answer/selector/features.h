/* features.h - what is known of a span that may answer, as numbers. */
#ifndef ANSWER_SELECTOR_FEATURES_H
#define ANSWER_SELECTOR_FEATURES_H

#include "answer/selector/found.h"

enum selector_feature {
#define FEATURE(id, name) FEATURE_##id,
#include "answer/selector/feature.def"
#undef FEATURE
    SELECTOR_FEATURES
};

/* Its name in the weights. */
const char *selector_feature_name(enum selector_feature f);

/*
 * features_of_found - what all spans have in common, and those of a passage.
 *
 * out      out   out[f->n][SELECTOR_FEATURES]; the others are 0
 */
void features_of_found(const struct found *f, double (*out)[SELECTOR_FEATURES]);

/* Add those of one span to a copy of what its passage has; out[SELECTOR_FEATURES]. */
void features_of_span(const struct found *f, const struct span *s, double *out);

#endif
