/*
 * found.h - all that was found for a question, and what its sentences have compared
 * with each other.
 */
#ifndef ANSWER_SELECTOR_FOUND_H
#define ANSWER_SELECTOR_FOUND_H

#include "answer/selector/spans.h"

#define FOUND_LEADERS 8

/* A sentence and how much of the question it has. */
struct leader {
    size_t passage;
    size_t at;
    double share;
};

/* The sentences that have most of the question, the best first. */
struct leaders {
    struct leader at[FOUND_LEADERS];
    size_t n;
};

struct found {
    const struct asked *asked;
    const struct corpus_words *corpus;
    const struct found_passage *passage; /* passage[n], best first */
    const struct cut_passage *cut;       /* the same */
    size_t n;
    double best; /* share of the best span with its heading */
    double
        rare[ASKED_MAX_TERMS]; /* of each term: its weight, by how few of these
                                     sentences have it, of the sum of all */
    size_t with[ASKED_MAX_TERMS]; /* sentences that have it */
    struct leaders own;           /* without their headings */
    struct leaders headed;        /* with them */
};

/* Fill in the rest of what was found, from its passages. */
void found_compare(struct found *f, const struct spans *s);

/* How far a span that has that much is ahead of the best sentence outside of it. */
double leaders_lead(const struct leaders *l, const struct span *s,
                    double share);

/* Terms that a sentence has, also by other words. */
uint64_t found_terms(const struct sentence_facts *x);

/* Of its heading. */
uint64_t found_heading(const struct cut_passage *c);

#endif
