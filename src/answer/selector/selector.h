/*
 * selector.h - chooses what of the passages found answers a question, or that
 * nothing does.
 *
 * Every span that may answer (spans.h) is described by features.h, and one
 * learned model says which to quote. Another, over the same of the chosen one
 * and how far it is ahead, says how likely that answers; below a learned floor
 * nothing does.
 */
#ifndef ANSWER_SELECTOR_SELECTOR_H
#define ANSWER_SELECTOR_SELECTOR_H

#include "answer/selector/features.h"
#include "answer/selector/weights.h"

#define SELECTOR_MAX_CHOSEN 3 /* of as many passages */

/* A span as it was weighed, for learning. */
struct weighed_span {
    const struct found *found;
    const struct span *span;
    const double *features; /* features[SELECTOR_FEATURES] */
};

struct selector_request {
    struct str question;
    const struct found_passage *passages; /* passages[n], best first */
    size_t n;
    const struct corpus_words *corpus;
    /* Hears of every span; NULL: nobody. */
    void (*weighed)(void *ctx, const struct weighed_span *s);
    void *ctx;
};

struct selected {
    const struct cut_passage *cut; /* of each passage */
    struct span chosen[SELECTOR_MAX_CHOSEN];
    size_t n;           /* the best first; 0: there is no text */
    double confidence;  /* how likely it answers, [0,1] */
    bool answers;       /* or there is no information */
    bool shares_a_term; /* a word of the question is in the first one */
};

/*
 * selector_choose
 *
 * out      out   lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err selector_choose(const struct selector_request *r,
                                    struct arena *a, struct selected *out,
                                    struct error *e);

#endif
