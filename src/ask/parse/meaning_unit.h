/*
 * meaning_unit.h - units of columns: "over 2 hours" of a column of minutes, *how heavy*
 * of one whose name says kg. Private to the module.
 */
#ifndef ASK_PARSE_MEANING_UNIT_H
#define ASK_PARSE_MEANING_UNIT_H

#include "ask/parse/meaning.h"

/*
 * meanings_units - the units of columns with measures, into m->unit.
 *
 * errors   ERR_LIMIT  m->a is full
 */
MUST_CHECK enum err meanings_units(struct meanings *m, struct error *e);

/* Does a column measure what a concept is: weights in kg, whatever it is called? */
bool meanings_measures(const struct meanings *m, size_t column,
                       const struct lex_concept *c);

/*
 * meanings_by_unit - the numbers that begin at a word, in the units of columns: 2 hours
 * and half an hour in minutes, 50 billion in billions where all numbers are below 300.
 *
 * errors   ERR_LIMIT  m->a is full
 */
MUST_CHECK enum err meanings_by_unit(struct meanings *m, size_t at,
                                     struct error *e);

/* Columns whose names say the unit that the words say, each as it writes it. */
void meanings_by_unit_name(struct meanings *m, size_t at);

#endif
