/*
 * stem.h - stems words for prose search: "rotating" and "rotates" become rotat,
 * "operaciones" and "operación" oper. text_stem() of words.h is the light
 * stemmer, for names and values.
 */
#ifndef BASE_TEXT_STEM_H
#define BASE_TEXT_STEM_H

#include "base/str.h"

enum stem_language { STEM_ENGLISH, STEM_SPANISH };
#define STEM_LANGUAGES 2

struct stemmer;

/* A stemmer; NULL when the machine is full, with *e filled. Free it. */
MUST_CHECK struct stemmer *stemmer_new(enum stem_language language,
                                       struct error *e);

/* NULL is allowed. */
void stemmer_free(struct stemmer *s);

/*
 * stemmer_stem - the stem of one word.
 *
 * in       word   text_fold_case() of it: accents help to stem
 * out             borrows `s` until its next use, or `word`
 * threads  one stemmer per thread
 * source   Snowball, algorithms "english" (Porter 2) and "spanish"
 */
struct str stemmer_stem(struct stemmer *s, struct str word);

#endif
