/*
 * certainty.h - how sure an answer is, by how it was read.
 *
 * The probability of a reading compares it with the other readings; that the right one
 * is not among them shows elsewhere: in words that it leaves out, in what the rules
 * say, in the rows. A logistic model over these, learned beside the weights and of
 * questions that they never saw: "sure:..." of weights.txt.
 */
#ifndef ASK_PARSE_CERTAINTY_H
#define ASK_PARSE_CERTAINTY_H

#include "ask/parse/weights.h"

/* What is known of an answer as one of a few kinds. */
enum certainty_kind {
    CERTAINTY_LEFT,  /* how much of the question it leaves out: 0, 1, 2 */
    CERTAINTY_DROPS, /* it drops an operation that it read */
    CERTAINTY_FORM,  /* its form */
    CERTAINTY_RULES, /* what the rules say of it */
    CERTAINTY_ROWS,  /* how many rows it gives, as a class */
    CERTAINTY_KINDS
};

struct certainty_facts {
    double p;       /* of the answer */
    double second;  /* of the likeliest other answer */
    double nothing; /* of answering nothing */
    uint32_t kind[CERTAINTY_KINDS];
};

#define CERTAINTY_TERMS      (4 + CERTAINTY_KINDS + 1)
#define CERTAINTY_NAME_BYTES 32

/* A weight's name, and what it is multiplied with. */
struct certainty_term {
    char name[CERTAINTY_NAME_BYTES];
    double value;
};

/* The terms of an answer: term[CERTAINTY_TERMS]. */
void certainty_terms(const struct certainty_facts *f,
                     struct certainty_term *term);

/* How often such an answer is right, before it is fitted to a language: 0 to 1. */
double certainty_of(const struct parse_weights *w,
                    const struct certainty_facts *f);

/* Classes of CERTAINTY_LEFT and CERTAINTY_ROWS. */
uint32_t certainty_left(uint32_t left);
uint32_t certainty_rows(size_t rows);

#endif
