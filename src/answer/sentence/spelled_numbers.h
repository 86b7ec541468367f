/* spelled_numbers.h - numbers that a text spells in words: "twenty-eight". */
#ifndef ANSWER_SENTENCE_SPELLED_NUMBERS_H
#define ANSWER_SENTENCE_SPELLED_NUMBERS_H

#include "base/str.h"

struct spelled_number {
    struct str text;  /* borrows the text that was read */
    size_t at;        /* in it, in bytes */
    struct str value; /* canonical: "28" */
};

struct spelled_numbers {
    struct spelled_number *at; /* at[n], in their order */
    size_t n;
};

/*
 * spelled_numbers_find - of English and Spanish, 2 and more: one is an article
 * as often as a number, and Chinese digits are parts of other words.
 *
 * out      out   lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err spelled_numbers_find(struct str text, struct arena *a,
                                         struct spelled_numbers *out,
                                         struct error *e);

#endif
