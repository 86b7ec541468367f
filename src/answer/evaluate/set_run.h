/*
 * set_run.h - runs the questions of a set in one mode, as `quarry search` does,
 * and measures the results.
 *
 * Documents are ranked by their best passage. Nothing is left out for a low
 * score or for being nearly the same as another: measured is the order.
 */
#ifndef ANSWER_EVALUATE_SET_RUN_H
#define ANSWER_EVALUATE_SET_RUN_H

#include "answer/evaluate/corpus_index.h"
#include "search/settings/settings.h"

#define RUN_TOP_K     100
#define RUN_MAX_TOP_K 1000

struct run_options {
    const struct beir *set;
    const struct corpus_index *index;
    struct retrieval_weights weights;
    size_t top_k;      /* documents of a question, 1 to RUN_MAX_TOP_K */
    bool unanswerable; /* what nothing is relevant to has no answer: is asked */
    struct buf *out;   /* TREC's lines, "qid Q0 docid rank score quarry-<mode>",
                        are appended; NULL: none */
    const atomic_bool *cancel;
    void (*report)(void *ctx, uint64_t done, uint64_t total); /* NULL: not */
    void *ctx;
};

#define RUN_CURVE 6

/* What comes of answering from a score on: the best document is right where it is
 * relevant. */
struct run_curve {
    double min_score;
    size_t right;
    size_t wrong;
    size_t without_answer; /* questions that have no answer, and got one */
};

/* What one mode came to. */
struct run {
    enum retrieval_mode mode;
    struct run_curve curve[RUN_CURVE]; /* the floor of the mode first */
    size_t without_answer;             /* questions that have no answer */
    size_t questions;      /* that something is relevant to: those measured */
    size_t by_words;       /* of them, that had no vector to compare */
    size_t refused;        /* that are empty or too long: nothing was found */
    struct measures mean;  /* over `questions` */
    const char *note;      /* why the first one of by_words was one */
    double p50_ms, p90_ms; /* from the question to its passages */
};

/*
 * run_mode - ask every question that something is relevant to, and where
 * `unanswerable` says so the others, of which only curve[] tells.
 *
 * errors   ERR_TIMEOUT   cancelled
 *          ERR_INTERNAL  the index is damaged
 */
MUST_CHECK enum err run_mode(const struct run_options *o,
                             enum retrieval_mode mode, struct run *out,
                             struct error *e);

#endif
