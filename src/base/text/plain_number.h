/* plain_number.h - numbers as programs write them, such as learned weights. */
#ifndef BASE_TEXT_PLAIN_NUMBER_H
#define BASE_TEXT_PLAIN_NUMBER_H

#include "base/str.h"

/* All of it as strtod() reads it; false if it is not one, is infinite or has more than
 * 31 bytes. */
bool plain_number_read(struct str s, double *out);

#endif
