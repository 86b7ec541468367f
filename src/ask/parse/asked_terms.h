/*
 * asked_terms.h - the words of a question and their runs, by which it is learned what a
 * wording asks for. Private to the module.
 */
#ifndef ASK_PARSE_ASKED_TERMS_H
#define ASK_PARSE_ASKED_TERMS_H

#include "base/text/words.h"

enum asked_term_words {
    ASKED_TERM_FOLDS, /* words as they stand */
    ASKED_TERM_STEMS  /* without endings */
};

/* What is done with a term: its words, a _ between two. It lives until that returns. */
typedef void asked_term_visit(struct str term, void *ctx);

/*
 * asked_terms_visit - each word, the ends of the question (^ and $) among them, with up to
 * run - 1 that follow it. Numbers are 0, of four digits 0000; a term that is very long is
 * left out, and words after PARSE_MAX_WORDS are not read.
 */
void asked_terms_visit(const struct words *w, enum asked_term_words words,
                       size_t run, asked_term_visit *visit, void *ctx);

/* An asked_term_visit: the term with a \n after it into a struct buf. */
void asked_term_write(struct str term, void *buf);

#endif
