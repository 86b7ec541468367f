/* numeral.h - formats and parses the text of a number in a workbook. */
#ifndef FORMATS_XLSX_NUMERAL_H
#define FORMATS_XLSX_NUMERAL_H

#include "base/str.h"

#define NUMERAL_BYTES 340u

/* How a number was put. */
struct numeral {
    char text[NUMERAL_BYTES];
    size_t n;
    bool binary; /* over 15 digits: the text of a double, not of a decimal */
};

/*
 * numeral_read - a number as its exact decimal text, without needless zeros
 * at both ends ("123.0", as some programs write, is 123) and with an exponent
 * only outside of 1e-7 to 1e21.
 *
 * Programs keep a double and write up to 17 digits of it. So 15 digits and
 * fewer are taken as they are written; more are taken as the double they
 * are, in the shortest text that gives it back. An integer written in digits
 * alone stays as it is, however long: some programs write order numbers so,
 * and no double would give them back.
 *
 * in       s   trimmed
 * returns  false when it is no number, or none that a double can hold
 */
bool numeral_read(struct str s, struct numeral *out);

/* The value; numeral_read() accepted `s`. */
double numeral_value(struct str s);

/* The shortest text of a finite double, formed as above. */
void numeral_from_double(double value, struct numeral *out);

#endif
