/*
 * question.h - a tokenised question, with its numbers, its days and what its
 * words ask for.
 */
#ifndef ASK_CANDIDATES_QUESTION_H
#define ASK_CANDIDATES_QUESTION_H

#include "ask/candidates/lexemes.h"

/* What words may call for; a candidate of a kind is made only where one does. */
enum trigger {
    TRIGGER_EXTREME = 1,   /* most, last, -est */
    TRIGGER_COMPARE = 2,   /* than, after, at least */
    TRIGGER_NEIGHBOUR = 4, /* next, before, followed */
    TRIGGER_TOTAL = 8,     /* total, average, how many */
    TRIGGER_DIFFERENCE = 16,
    TRIGGER_FREQUENT = 32, /* most, often, times */
    TRIGGER_SAME = 64,
    TRIGGER_NOT = 128,
    TRIGGER_RUN = 256,  /* consecutive, in a row */
    TRIGGER_BOTH = 512, /* same, both */
    TRIGGER_UP = 1024,  /* the large end: most, last */
    TRIGGER_DOWN = 2048 /* the small end: least, first */
};

#define QUESTION_MAX_WORDS   128 /* what follows is not looked at */
#define QUESTION_MAX_NUMBERS 12
#define QUESTION_MAX_DAYS    6
#define QUESTION_NONE        UINT32_MAX

/* Words of a question, a bit each. */
struct word_set {
    uint64_t bit[QUESTION_MAX_WORDS / 64];
};

/* The words [from, to). */
struct word_set word_set_range(uint32_t from, uint32_t to);
/* The words of either. */
struct word_set word_set_or(struct word_set a, struct word_set b);
/* Is a word in both? */
bool word_set_meet(struct word_set a, struct word_set b);
/* Words from QUESTION_MAX_WORDS on are in none. */
bool word_set_has(struct word_set s, uint32_t word);
/* Add a word; those from QUESTION_MAX_WORDS on are left out. */
void word_set_add(struct word_set *s, uint32_t word);
/* How many there are. */
uint32_t word_set_count(struct word_set s);

struct question_number {
    double value;
    uint32_t at; /* words [at, at + n) */
    uint32_t n;
    bool is_word;    /* "two", "first" */
    bool is_ordinal; /* "first", "1st" */
    bool is_year;
    bool is_decade; /* "1990s", "1990's" */
};

struct question_day {
    int32_t day; /* as grid_value.day, with a month */
    uint32_t at;
    uint32_t n;
};

struct question {
    struct str text; /* folded */
    uint32_t *word;  /* word[n], lexemes */
    uint32_t n;
    struct question_number number[QUESTION_MAX_NUMBERS];
    size_t n_numbers;
    struct question_day day[QUESTION_MAX_DAYS];
    size_t n_days;
    unsigned triggers; /* enum trigger, of all words */
    uint32_t head;     /* the noun that "which", "what", "how many" ask for; or
                          QUESTION_NONE */
    uint32_t asking;   /* the word that asks; QUESTION_NONE: none does */
    uint32_t extreme;  /* the first word that calls for an extreme; or none */
    bool is_plural;    /* `head` is said of several */
    struct str kind;   /* "who", "how_many", ...: how it asks */
};

/*
 * question_read - what a question is made of.
 *
 * in       text   UTF-8
 * out      out    lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err question_read(struct lexemes *l, struct str text,
                                  struct arena *a, struct question *out,
                                  struct error *e);

#endif
