/*
 * extract.h - quotes of the passages what best answers a question.
 *
 * Nothing is written anew: what comes out is what the passages say.
 */
#ifndef ANSWER_EXTRACT_H
#define ANSWER_EXTRACT_H

#include "answer/selector/selector.h"

#define EXTRACT_MAX_PASSAGES  10
#define EXTRACT_CITED         SELECTOR_MAX_CHOSEN
#define EXTRACT_EXCERPT_CHARS 500
#define EXTRACT_QUOTE_CHARS   800 /* a single sentence: SPAN_MAX_CHARS */

/* What is taken of one passage. */
struct extract_quote {
    size_t passage;     /* index in the request */
    struct str text;    /* at most EXTRACT_QUOTE_CHARS characters */
    struct str excerpt; /* the same and what follows, if these are
                           EXTRACT_EXCERPT_CHARS or less */
};

struct extracted {
    struct extract_quote quote[EXTRACT_CITED]; /* of the best passage first */
    size_t n;                                  /* 0: there is no text */
    double confidence; /* how likely it answers, [0,1] */
    bool answers;      /* or it is only what comes closest */
    bool shares_a_term;
};

/*
 * extract_answer - up to EXTRACT_CITED quotes, and one excerpt per passage.
 *
 * out      out       lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err extract_answer(const struct selector_request *r,
                                   struct arena *a, struct extracted *out,
                                   struct error *e);

/* What is shown of a passage that is not quoted: its first sentences. */
MUST_CHECK enum err extract_excerpt(const struct found_passage *p,
                                    struct arena *a, struct str *out,
                                    struct error *e);

#endif
