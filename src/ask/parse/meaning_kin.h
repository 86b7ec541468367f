/*
 * meaning_kin.h - columns and values of the same stem as a word, or its abbreviation.
 * Private to the module.
 */
#ifndef ASK_PARSE_MEANING_KIN_H
#define ASK_PARSE_MEANING_KIN_H

#include "ask/parse/meaning.h"

/* Meanings that begin at a word, after those that are there; plural nouns of which
 * nothing is known may be the rows. */
void meanings_by_kin(struct meanings *m, size_t at);

#endif
