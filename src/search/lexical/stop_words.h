/*
 * stop_words.h - stop words by language, which also serve to detect the
 * language.
 */
#ifndef SEARCH_LEXICAL_STOP_WORDS_H
#define SEARCH_LEXICAL_STOP_WORDS_H

#include "base/str.h"

#define LANG_ENGLISH 1u
#define LANG_SPANISH 2u
#define LANG_OTHER   4u /* words are taken as they are */
#define LANG_ANY     (LANG_ENGLISH | LANG_SPANISH | LANG_OTHER)

/* The languages, as LANG_ bits, in which the folded word is a stop word. */
unsigned stop_languages(struct str fold);

/* How much of a run of CJK characters says little: 0 nothing, 1 some of its
 * characters, 2 all: particles, pronouns and what questions are asked with. */
unsigned stop_cjk(struct str run);

/* The lists, in the order of their bytes (stop_words_table.c). */
struct stop_list {
    const char *const *word; /* word[0..n), folded */
    size_t n;
};
extern const struct stop_list stop_english;
extern const struct stop_list stop_spanish;
extern const struct str stop_chinese; /* characters, one after the other */

#endif
