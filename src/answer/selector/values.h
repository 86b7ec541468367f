/*
 * values.h - kinds of values: which one a question asks for, and which a text has.
 *
 * "How much is a taxi?" is not answered by a line about taxis without money in it.
 */
#ifndef ANSWER_SELECTOR_VALUES_H
#define ANSWER_SELECTOR_VALUES_H

#include "base/text/words.h"

/* Bits; where a question asks for several, the first is meant. */
enum value_kind {
    VALUE_SPAN = 1, /* how long, how often */
    VALUE_MOMENT = 2,
    VALUE_MONEY = 4,
    VALUE_CONTACT = 8,
    VALUE_NUMBER = 16,
    VALUE_AMOUNT = 32, /* how much: money, unless it asks for another one */
    VALUE_NAME = 64,
};

/* The kind that the words from `at` on ask for, and how many words do; 0: none. */
unsigned values_asked(const struct words *w, size_t at, size_t *n);

/* The kinds of which a value begins with a word. */
unsigned values_at(const struct words *w, size_t at);

/* Is a number a year, or what a mark joins with another number: 10:30, 5/12? */
bool values_is_date(const struct words *w, const struct word *x);

/* Does a mark that no word has, such as "€", stand right before or behind a word, or a
 * space away? */
bool values_mark_beside(const struct words *w, const struct word *x,
                        struct str mark);

/* The one that is meant where some kinds are asked for; 0: there is none. */
unsigned values_meant(unsigned kinds);

#endif
