/*
 * meaning_unit.h - numbers that are said in another unit of time than a column has:
 * "longer than 2 hours" of a column of minutes. Private to the module.
 */
#ifndef ASK_PARSE_MEANING_UNIT_H
#define ASK_PARSE_MEANING_UNIT_H

#include "ask/parse/meaning.h"

/*
 * meanings_by_unit - the numbers that begin at a word, in the units of columns.
 *
 * errors   ERR_LIMIT  m->a is full
 */
MUST_CHECK enum err meanings_by_unit(struct meanings *m, size_t at,
                                     struct error *e);

#endif
