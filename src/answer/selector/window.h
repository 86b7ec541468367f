/*
 * window.h - what stands beside a chosen span and answers nearly as well.
 *
 * The words of a question often stand in one sentence and what answers it in the next, or
 * in the one before. The score that a sentence has alone says which of its neighbours
 * belong to a span.
 */
#ifndef ANSWER_SELECTOR_WINDOW_H
#define ANSWER_SELECTOR_WINDOW_H

#include "answer/selector/spans.h"

struct window {
    const double *score; /* of each sentence of the passage alone, [0,1] */
    double least;        /* that a neighbour needs */
    size_t max_chars;    /* of all together */
};

/*
 * window_scores - of each sentence of passage `p` alone, from those of spans.
 *
 * in       score  of each of the spans
 * owns     `a`; out[sentences]
 * returns  NULL on error, with *e filled
 */
MUST_CHECK double *window_scores(const struct spans *of, const double *score,
                                 size_t p, size_t sentences, struct arena *a,
                                 struct error *e);

/* The span with its neighbours, the better one first, the one after it if equal. */
struct span window_around(const struct cut_passage *c, const struct window *w,
                          struct span s);

#endif
