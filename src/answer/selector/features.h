/* features.h - what is known of a span that may answer, as numbers. */
#ifndef ANSWER_SELECTOR_FEATURES_H
#define ANSWER_SELECTOR_FEATURES_H

#include "answer/selector/spans.h"

enum selector_feature {
#define FEATURE(id, name) FEATURE_##id,
#include "answer/selector/feature.def"
#undef FEATURE
    SELECTOR_FEATURES
};

/* Its name in the weights. */
const char *selector_feature_name(enum selector_feature f);

/* All that was found for a question. */
struct found {
    const struct asked *asked;
    const struct corpus_words *corpus;
    const struct found_passage *passage; /* passage[n], best first */
    const struct cut_passage *cut;       /* the same */
    size_t n;
    double
        best; /* share of the best span with its heading; features_best_share() */
};

/* The largest share of the question that a span has together with the heading. */
double features_best_share(const struct found *f, const struct spans *s);

/* The features of one span; out[SELECTOR_FEATURES]. */
void features_of_span(const struct found *f, const struct span *s, double *out);

#endif
