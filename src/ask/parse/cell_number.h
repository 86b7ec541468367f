/* cell_number.h - numbers of what a profile tells of a column. Private to the module. */
#ifndef ASK_PARSE_CELL_NUMBER_H
#define ASK_PARSE_CELL_NUMBER_H

#include "base/str.h"

/* What a text begins with, of a day the year, as weights have learned it; NAN: no number. */
double cell_number_begun(struct str text);

/* What a text is; NAN: no number, or more than one. */
double cell_number(struct str text);

#endif
