/*
 * ranker.h - ranks the candidate readings of a question and gives each a
 * probability.
 *
 * The weights are in weights.txt, a line a feature; `make ranker` learns them.
 * A score is the sum of the weights of a candidate's features; the probability
 * of one is exp(score) over the sum of all and of answering nothing. What is
 * ranked are answers, by the likeliest candidate of each.
 */
#ifndef ASK_CANDIDATES_RANKER_H
#define ASK_CANDIDATES_RANKER_H

#include "ask/candidates/candidate.h"

#define RANKER_BEST 8

struct ranker; /* weights; many threads may use one */

/* An answer to a question. */
struct ranked {
    const struct candidate *candidate; /* the likeliest that gives it */
    double probability;                /* of it */
    double agreed;                     /* of all candidates with this answer */
    double confidence; /* the share that is right of such answers; only the
                          first has it, the others 0 */
};

struct ranking {
    struct ranked best[RANKER_BEST]; /* best[n], the likeliest answer first */
    size_t n;
    size_t candidates; /* that were looked at */
    double nothing;    /* probability that none is right */
    /* words that tell something, which best[0] leaves out */
    uint32_t left_over;
    uint32_t left_hard; /* of these, numbers and words that judge */
};

/*
 * ranker_shared - the weights that come with the program, read once a process:
 * at the first call.
 *
 * owns     the process; nobody frees it
 * threads  any; a lock guards the first call, and afterwards nothing changes
 * returns  NULL on error, with *e filled; the next call tries again
 */
MUST_CHECK const struct ranker *ranker_shared(struct error *e);

/*
 * ranker_read - other weights.
 *
 * in       text   lines of a feature's name, a space and its weight; those of
 *                 candidates_confidence_read() begin with @; what begins with # is a
 *                 comment
 * errors   ERR_VALIDATION_FAILED  no such line, with its number
 */
MUST_CHECK struct ranker *ranker_read(struct str text, struct error *e);

/* NULL is allowed. */
void ranker_free(struct ranker *r);

/* Of a fact of answers by the rules (answer/rules_confidence.h): the weight of
 * "rules:NAME", 0 where there is none. */
double ranker_rules_weight(const struct ranker *r, const char *name);

/* The share that was right of such answers with this raw value. */
double ranker_rules_share(const struct ranker *r, double raw);

/*
 * ranker_rank - the likeliest answers to a question about a grid.
 *
 * out      out    lives in `a`; borrows `g`. Equal ones are in the order in
 *                 which candidates are made, so answers repeat
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err ranker_rank(const struct ranker *r, const struct grid *g,
                                struct str question, struct arena *a,
                                struct ranking *out, struct error *e);

#endif
