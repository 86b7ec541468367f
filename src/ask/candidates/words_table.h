/* words_table.h - English function words of questions. */
#ifndef ASK_CANDIDATES_WORDS_TABLE_H
#define ASK_CANDIDATES_WORDS_TABLE_H

#include "base/str.h"

#include <stdint.h>

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

struct trigger_word {
    const char *word;
    unsigned triggers;
};

extern const struct trigger_word trigger_table[];
extern const size_t trigger_table_n;

/* Words that say nothing about the data. */
extern const char *const stop_table[];
extern const size_t stop_table_n;

/* Words that say what is asked; stop words are among them. */
extern const char *const function_table[];
extern const size_t function_table_n;

/* Verbs that say that something was and leave out what: a reading need not take
 * them up. */
extern const char *const light_table[];
extern const size_t light_table_n;

/* Words that judge without saying by what: no reading takes them up. */
extern const char *const judging_table[];
extern const size_t judging_table_n;

/* Units of time: "by month" is more than a word of the question. */
extern const char *const period_table[];
extern const size_t period_table_n;

/* Forms whose stem no rule finds. */
struct irregular_form {
    const char *form;
    const char *stem;
};
extern const struct irregular_form irregular_table[];
extern const size_t irregular_table_n;

/* Numbers as words: "two", "second". */
struct number_word {
    const char *word;
    double number;
    bool is_ordinal;
};
extern const struct number_word number_table[];
extern const size_t number_table_n;

#endif
