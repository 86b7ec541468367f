/*
 * asked.h - what a question asks for, as far as its words tell: its terms with
 * what each is worth in this corpus, and the types of answer that it may want.
 */
#ifndef ANSWER_SELECTOR_ASKED_H
#define ANSWER_SELECTOR_ASKED_H

#include "answer/selector/values.h"
#include "base/text/words.h"
#include "search/lexical/analyze.h"

#include <stdint.h>

#define ASKED_MAX_TERMS  64  /* a bit each */
#define ASKED_MAX_KEYS   512 /* the same */
#define ASKED_MAX_OTHERS 128
#define ASKED_SURE       0.2 /* of other words: they mean the same */

/* A folded word, or one or two CJK characters, and how many passages have it. */
struct corpus_word {
    struct str text;
    double passages;
};

/* Words that mean what words of the question do, in this or another language. */
struct corpus_other {
    const struct str *of; /* of[n_of]: folded, or some CJK characters */
    size_t n_of;
    const struct str *word; /* word[n]: stems, or one or two CJK characters */
    size_t n;
    double weight; /* how much the same, (0,1] */
};

/* What is known of all passages, also of those that were not found. */
struct corpus_words {
    const struct corpus_word *word; /* word[n] */
    size_t n;
    double passages;                  /* that there are; 0: nothing is known */
    const struct corpus_other *other; /* other[n_others] */
    size_t n_others;
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
    bool is_cjk;     /* two characters, or one that stands alone */
    bool is_name;
    bool is_number;
    bool is_unknown; /* no passage of the corpus has it */
    double weight;   /* of the sum of all, [0,1] */
    double full;     /* the same, where telling the type costs nothing */
    double rarity;   /* 1: as rare as it gets in such a corpus, [0,1] */
};

/* A key of the index, without its kind, that a text may have. */
struct asked_key {
    struct str text;
    uint64_t terms; /* that it is; 0: it is of other words alone */
    uint64_t kin;   /* that it is a part of */
};

/* Keys, a bit each. */
struct asked_keys {
    uint64_t bits[ASKED_MAX_KEYS / 64];
};

/* Other words that stand for some of the terms where all of their keys are. */
struct asked_other {
    uint64_t terms;
    struct asked_keys keys;
    bool is_sure;
};

struct asked {
    struct asked_term term[ASKED_MAX_TERMS];
    size_t n;
    struct asked_key key[ASKED_MAX_KEYS]; /* key[0..n_keys), sorted */
    size_t n_keys;
    struct asked_other other[ASKED_MAX_OTHERS];
    size_t n_others;
    unsigned types;
    unsigned value; /* a value_kind; 0: of none in particular */
    bool is_cjk;
    size_t characters;
};

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
                               const struct corpus_words *c, struct analyzer *z,
                               struct arena *a, struct asked *out,
                               struct error *e);

/* Put the other words of the corpus into what was read; those for whose keys there is no
 * room are left out as a whole. */
void asked_read_others(const struct corpus_words *c, struct asked *q);

/* The terms that other words stand for, by their keys; `sure`: only of those that mean
 * the same. */
uint64_t asked_others(const struct asked *q, const struct asked_keys *keys,
                      bool sure);

/* Does a word say little by itself? */
bool asked_is_stop(const struct word *w);

/* The share of the question's information that some of its terms are, [0,1]. */
double asked_share(const struct asked *q, uint64_t has);

/* The same, where words that tell the type weigh as others do. */
double asked_full_share(const struct asked *q, uint64_t has);

#endif
