/*
 * word_index.h - finds entries and nouns of the lexicon by their first word.
 * Private to question_words.c.
 */
#ifndef ASK_VOCABULARY_WORD_INDEX_H
#define ASK_VOCABULARY_WORD_INDEX_H

#include "ask/vocabulary/codes.h"
#include "ask/vocabulary/question_words.h"

/* A term of the tables. */
struct word_index_term {
    struct str text;
    const struct question_word *entry; /* NULL: a noun, a name of a code */
    size_t part;                       /* of an entry */
    noun_groups groups;                /* of a noun */
    const struct cell_code *code;      /* of its name; NULL: no name of one */
    unsigned next;                     /* the next one of its bucket + 1; 0 */
};

/* The first term that may begin with the word, or NULL; entries in the order of
 * their tables. */
const struct word_index_term *word_index_entry(const struct word *w);
const struct word_index_term *word_index_noun(const struct word *w);
const struct word_index_term *word_index_code(const struct word *w);

/* The one after it, or NULL. */
const struct word_index_term *word_index_next(const struct word_index_term *t);

#endif
