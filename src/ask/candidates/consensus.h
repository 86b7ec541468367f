/*
 * consensus.h - different readings of a question often give the same answer,
 * so the probability of an answer is the sum of those of its readings.
 *
 * "who won the most" over a table of one season a row is the most frequent
 * winner, and the winner of the most rows, and both are Ajax.
 *
 * The sum says how sure an answer is. Which one is given is said by its
 * likeliest reading: choosing by the sum was measured and was worse, as many
 * poor readings count up to the same small number (docs/evaluation.md).
 */
#ifndef ASK_CANDIDATES_CONSENSUS_H
#define ASK_CANDIDATES_CONSENSUS_H

#include "ask/candidates/candidate.h"

/* One answer, and the readings that give it. */
struct vote {
    uint32_t best;      /* candidate, the likeliest that gives it */
    uint32_t readings;  /* candidates that give it */
    double probability; /* the sum of theirs */
    double of_best;     /* that of `best` alone */
};

/* The answer with the likeliest reading; the first of equals. groups > 0. */
uint32_t consensus_best(const struct vote *vote, uint32_t groups);

/*
 * consensus_group - which candidates give the same answer.
 *
 * A number that was computed and a cell that is this number are the same;
 * other cells are when their texts are, in any order of the cells.
 *
 * out      group    group[all->n], counted from 0 in the order of candidates
 *          groups   how many there are
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err consensus_group(const struct grid *g,
                                    const struct candidates *all,
                                    struct arena *a, uint32_t *group,
                                    uint32_t *groups, struct error *e);

/*
 * consensus_vote - what the scores of candidates say about their answers.
 *
 * in       score   score[n + 1]; the last is that of answering nothing
 *          group   group[n], of consensus_group()
 * out      score   probabilities, which sum to 1
 *          vote    vote[groups]
 */
void consensus_vote(const uint32_t *group, size_t n, double *score,
                    struct vote *vote, uint32_t groups);

#endif
