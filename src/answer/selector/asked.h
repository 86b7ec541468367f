/*
 * asked.h - what a question asks for, as far as its words tell: its terms with
 * what each is worth in this corpus, and the types of answer that it may want.
 */
#ifndef ANSWER_SELECTOR_ASKED_H
#define ANSWER_SELECTOR_ASKED_H

#include "base/text/stem.h"
#include "base/text/words.h"

#include <stdint.h>

#define ASKED_MAX_TERMS 64 /* a bit each */

/* A folded word, or one or two CJK characters, and how many passages have it. */
struct corpus_word {
    struct str text;
    double passages;
};

/* What is known of all passages, also of those that were not found. */
struct corpus_words {
    const struct corpus_word *word; /* word[n] */
    size_t n;
    double passages; /* that there are; 0: nothing is known */
};

/* Types of answer, bits. */
enum asked_type {
    ASKED_NUMBER = 1,
    ASKED_WHEN = 2,
    ASKED_WHO = 4,
    ASKED_WHERE = 8,
    ASKED_YESNO = 16,
    ASKED_RULE = 32, /* what is allowed or to be done */
    ASKED_MEANING = 64,
    ASKED_WHICH = 128,
};

struct asked_term {
    struct str text; /* folded; of CJK as it is written */
    struct str stem[STEM_LANGUAGES];
    bool is_cjk; /* two characters, or one that stands alone */
    bool is_name;
    bool is_number;
    bool is_unknown; /* no passage of the corpus has it */
    double weight;   /* of the sum of all, [0,1] */
    double rarity;   /* 1: as rare as it gets in such a corpus, [0,1] */
};

struct asked {
    struct asked_term term[ASKED_MAX_TERMS];
    size_t n;
    unsigned types;
    bool is_cjk;
    size_t characters;
};

/* Stemmers, one of each language. */
struct stemmers {
    struct stemmer *of[STEM_LANGUAGES];
};

/* ERR_LIMIT: the machine is full; release them all the same. */
MUST_CHECK enum err stemmers_init(struct stemmers *s, struct error *e);

/* Those that there are. */
void stemmers_release(struct stemmers *s);

/*
 * asked_read - the terms of a question.
 *
 * Words that only ask ("what does the policy say about") are no terms, unless
 * there are no others.
 * in       c    weighs them; without passages all weigh the same
 * out      out  lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err asked_read(struct str question,
                               const struct corpus_words *c,
                               const struct stemmers *s, struct arena *a,
                               struct asked *out, struct error *e);

/* What a word of a text is to the terms: bits of those that it is. `pair` is the
 * text of it and the CJK character before it; empty if there is none. */
uint64_t asked_match(const struct asked *q, const struct stemmers *s,
                     const struct word *w, struct str pair);

/* Does a word say little by itself? */
bool asked_is_stop(const struct word *w);

/* The share of the question's information that some of its terms are, [0,1]. */
double asked_share(const struct asked *q, uint64_t has);

#endif
