/*
 * meaning_date.h - which dates tell when something happened to a row. Private to the module.
 */
#ifndef ASK_PARSE_MEANING_DATE_H
#define ASK_PARSE_MEANING_DATE_H

#include "ask/parse/meaning.h"

/* May a column of dates be meant where none is named? A person's day of birth is no day of
 * a row. */
bool meanings_dates_rows(const struct meanings *m, size_t column);

#endif
