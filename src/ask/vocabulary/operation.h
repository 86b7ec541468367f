/*
 * operation.h - what words of questions ask for: the concepts op-... of
 * data/lexicon/concepts/question_words.txt, as code knows them.
 */
#ifndef ASK_VOCABULARY_OPERATION_H
#define ASK_VOCABULARY_OPERATION_H

#include "ask/vocabulary/question_words.h"

/* How two readers of questions take a concept; the texts are empty. */
struct operation {
    const char *name;            /* with '-' at its end: a number follows */
    struct question_word rules;  /* ask/link and ask/bind */
    struct question_word parsed; /* ask/parse; text NULL: it has other ways */
};

/* The operation of a concept, NULL if it is not one. */
const struct operation *operation_find(struct str name);

/*
 * operation_word - what the rules read for a word of a concept.
 *
 * out      out   its text is empty
 * returns  false if they do not know the concept
 */
bool operation_word(struct str name, struct question_word *out);

#endif
