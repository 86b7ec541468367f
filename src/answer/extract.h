/*
 * extract.h - selects the sentences of passages that best answer a question.
 *
 * Nothing is written anew: what comes out is what the passages say.
 */
#ifndef ANSWER_EXTRACT_H
#define ANSWER_EXTRACT_H

#include "answer/sentences.h"
#include "ask/vocabulary/lexicon.h"
#include "base/text/words.h"

#define EXTRACT_MAX_PASSAGES  10
#define EXTRACT_CITED         3   /* passages that one answer quotes */
#define EXTRACT_QUOTE_CHARS   480 /* of one passage */
#define EXTRACT_EXCERPT_CHARS 500

struct extract_passage {
    struct str text;
    enum markup markup;
    double score; /* how likely it answers, [0,1] */
};

/* What is taken of one passage. */
struct extract_quote {
    size_t passage;     /* index in the request */
    struct str text;    /* at most EXTRACT_QUOTE_CHARS characters */
    struct str excerpt; /* the same and what follows, EXTRACT_EXCERPT_CHARS */
};

struct extract_request {
    struct str question;
    const struct extract_passage *passages; /* passages[n], best first */
    size_t n;
    bool needs_words; /* nothing is said where no word of the question is */
};

struct extracted {
    struct extract_quote quote[EXTRACT_CITED]; /* of the best passage first */
    size_t n;                                  /* 0: nothing fits */
};

/*
 * extract_answer - up to EXTRACT_CITED quotes, and one excerpt a passage.
 *
 * out      out       lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err extract_answer(const struct extract_request *r,
                                   struct arena *a, struct extracted *out,
                                   struct error *e);

/* What is shown of a passage that is not quoted: its first sentences. */
MUST_CHECK enum err extract_excerpt(const struct extract_passage *p,
                                    struct arena *a, struct str *out,
                                    struct error *e);

#endif
