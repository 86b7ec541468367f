/* month.h - parses the names of months. */
#ifndef BASE_TEXT_MONTH_H
#define BASE_TEXT_MONTH_H

#include "base/str.h"

/*
 * month_parse - the name that a text begins with, whole or cut to three letters
 * (four where that is the habit: Sept, juil), in English, Spanish, French,
 * German, Portuguese or Italian, any case, without or with accents.
 *
 * out      month  1 to 12
 * returns  bytes of the name, its full stop too; 0 when there is none
 */
size_t month_parse(struct str s, unsigned *month);

#endif
