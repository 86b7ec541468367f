/*
 * lexemes.h - words interned as numbers, so that thousands of cells are
 * compared with a question without comparing text again.
 *
 * A lexeme is one folded word. Two words are alike when they have the same
 * stem: Porter's for words of letters, and a table for what it cannot know
 * ("won" and "wins").
 */
#ifndef ASK_CANDIDATES_LEXEMES_H
#define ASK_CANDIDATES_LEXEMES_H

#include "base/text/words.h"

#include <stdint.h>

/* What a word is for; the lists are in data/lexicon/lists/candidates.txt. */
enum lexeme_flag {
    LEXEME_STOP = 1,     /* says nothing about the data: the, of, how */
    LEXEME_FUNCTION = 2, /* says what is asked: most, after, total */
    LEXEME_LIGHT = 4,    /* says that something was, not what: played, took */
    LEXEME_JUDGING = 8,  /* judges, but not by what: best, worst */
    LEXEME_PERIOD = 16,  /* a unit of time: month */
};

struct lexeme {
    struct str text; /* folded; NUL-terminated */
    uint32_t stem;   /* index of the lexeme that is its stem */
    unsigned flags;
    bool is_number;
    double number; /* of digits; or NAN */
};

struct lexemes; /* one a question and its table; lives in an arena */

/* NULL on error, with *e filled. Everything lives in `a`. */
MUST_CHECK struct lexemes *lexemes_new(struct arena *a, struct error *e);

/* Free what is not in the arena; NULL is allowed. */
void lexemes_free(struct lexemes *l);

/*
 * lexemes_cut - the words of a text as lexemes.
 *
 * in       s       UTF-8
 * out      ids     ids[*n] in the arena; words are cut as words_cut() does
 *          words   the words themselves
 * errors   ERR_LIMIT  the arena is full
 */
MUST_CHECK enum err lexemes_cut(struct lexemes *l, struct str s,
                                enum words_mode mode, uint32_t **ids,
                                struct words *words, struct error *e);

/* A lexeme by its id; valid until the next is cut. */
const struct lexeme *lexeme_at(const struct lexemes *l, uint32_t id);

/* A year as questions and cells say it: four digits, from 1000 to 2099. */
bool lexeme_is_year(const struct lexeme *x);

/* The years that are taken for such. */
bool lexemes_may_be_year(double number);

/* The same word, or words of over three letters with one stem. */
bool lexeme_alike(const struct lexemes *l, uint32_t a, uint32_t b);

#endif
