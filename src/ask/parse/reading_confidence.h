/*
 * reading_confidence.h - how sure an answer is, by how it was read.
 *
 * The probability of a reading compares it with the other readings; that the right one
 * is not among them shows elsewhere: in words that it leaves out, in what the rules
 * say, in the rows. A logistic model over these, learned beside the weights and of
 * questions that they never saw: "sure:..." of weights.txt.
 */
#ifndef ASK_PARSE_READING_CONFIDENCE_H
#define ASK_PARSE_READING_CONFIDENCE_H

#include "ask/parse/reading_evidence.h"
#include "ask/parse/weights.h"

/* What is known of an answer as one of a few kinds. */
enum reading_confidence_kind {
    READING_CONFIDENCE_UNREAD, /* how much of the question it leaves out: 0, 1, 2 */
    READING_CONFIDENCE_DROPS, /* it drops an operation that it read */
    READING_CONFIDENCE_FORM,  /* its form */
    READING_CONFIDENCE_RULES, /* what the rules say of it */
    READING_CONFIDENCE_ROWS,  /* how many rows it gives, as a class */
    READING_CONFIDENCE_KINDS
};

struct reading_confidence_facts {
    double p;       /* of the answer */
    double second;  /* of the likeliest other answer */
    double nothing; /* of answering nothing */
    uint32_t kind[READING_CONFIDENCE_KINDS];
    struct reading_evidence evidence;
};

/* Terms are of these kinds, each of some classes; weights.txt has the numbers. */
enum reading_confidence_term_kind {
    SURE_ALWAYS,
    SURE_PROBABILITY,
    SURE_RIVAL,
    SURE_NOTHING,
    SURE_FACT, /* and after it one of each kind of facts */
    SURE_PROBABILITY_UNREAD = SURE_FACT + READING_CONFIDENCE_KINDS,
    SURE_EVIDENCE, /* of a kind of feature: weights */
    SURE_FEATURES, /* their number */
    READING_CONFIDENCE_TERM_KINDS
};

#define READING_CONFIDENCE_CLASSES 128
#define READING_CONFIDENCE_TERMS \
    (SURE_PROBABILITY_UNREAD + 1 + 2 * READING_EVIDENCE_KINDS)

/* Its weight is that of the feature "sure:KIND:WHICH". */
struct reading_confidence_term {
    uint32_t kind;
    uint32_t which;
    double value;
};

/* The terms of an answer: term[READING_CONFIDENCE_TERMS]. */
void reading_confidence_terms(const struct reading_confidence_facts *f,
                              struct reading_confidence_term *term);

/* How often such an answer is right, before it is fitted to a language: 0 to 1. */
double reading_confidence(const struct parse_weights *w,
                          const struct reading_confidence_facts *f);

/* Classes of READING_CONFIDENCE_UNREAD and READING_CONFIDENCE_ROWS. */
uint32_t reading_confidence_unread(uint32_t unread_class);
uint32_t reading_confidence_rows(size_t rows);

#endif
