/*
 * closeness.h - what of the question stands close together in a sentence, and what
 * close to a value: a long row has the words of many things.
 */
#ifndef ANSWER_SELECTOR_CLOSENESS_H
#define ANSWER_SELECTOR_CLOSENESS_H

#include "answer/selector/asked.h"

#define CLOSENESS_MAX 128 /* words of a sentence; what follows is left out */

/* A word that is the question's, or begins a value that it asks for. */
struct close_word {
    size_t at; /* in its sentence, in words */
    uint64_t terms;
    bool is_value;
};

struct closeness {
    struct close_word word[CLOSENESS_MAX];
    size_t n;
};

/* Another word, behind the others; one that is neither is left out. */
void closeness_add(struct closeness *c, struct close_word w);

/* The terms around the value that has most of them. */
uint64_t closeness_of_value(const struct closeness *c, const struct asked *q);

/* The most terms that stand close together. */
uint64_t closeness_of_terms(const struct closeness *c, const struct asked *q);

#endif
