/*
 * word_index.h - finds entries and nouns of the lexicon by their first word.
 * Private to lexicon.c.
 */
#ifndef ASK_VOCABULARY_WORD_INDEX_H
#define ASK_VOCABULARY_WORD_INDEX_H

#include "ask/vocabulary/codes.h"
#include "ask/vocabulary/lexicon.h"

/* A term of the tables. */
struct lexicon_term {
    struct str text;
    const struct lexicon_entry *entry; /* NULL: a noun, a name of a code */
    size_t part;                       /* of an entry */
    noun_groups groups;                /* of a noun */
    const struct lexicon_code *code;   /* of its name; NULL: no name of one */
    unsigned next;                     /* the next one of its bucket + 1; 0 */
};

/* The first term that may begin with the word, or NULL; entries in the order of
 * their tables. */
const struct lexicon_term *lexicon_first_entry(const struct word *w);
const struct lexicon_term *lexicon_first_noun(const struct word *w);
const struct lexicon_term *lexicon_first_code(const struct word *w);

/* The one after it, or NULL. */
const struct lexicon_term *lexicon_next(const struct lexicon_term *t);

#endif
