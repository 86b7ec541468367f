/*
 * number.h - parses numbers, and finds out their separators.
 *
 * Two conventions exist: 1,234.56 (NUMBER_POINT) and 1.234,56 (NUMBER_COMMA).
 * A cell alone often fits both ("1.234"), so number_scan() says under which it
 * is a number and how many digits it then has; a column decides
 * (formats/csv/column.h), and the number_read_*() functions read by that
 * decision.
 */
#ifndef BASE_TEXT_NUMBER_H
#define BASE_TEXT_NUMBER_H

#include "base/str.h"

__extension__ typedef __int128 number_wide; /* 38 digits fit */

#define NUMBER_MAX_DIGITS  38u
#define NUMBER_MAX_PRINTED 40u /* digits that programs print of a double */

enum number_convention { NUMBER_POINT = 1, NUMBER_COMMA = 2 };

/* Digits before and after the decimal mark; one of "0.50" has 1 and 2. */
struct number_digits {
    uint16_t whole;
    uint16_t scale;
};

/* What a cell looks like. */
struct number_shape {
    uint8_t conventions; /* bits of enum number_convention; 0: no number */
    bool marked;         /* a point or comma is in it */
    bool grouped[2];     /* thousands separators, by convention - 1 */
    bool exponent;
    bool special;         /* nan, inf, infinity with or without sign */
    bool over_i64;        /* whole digits that do not fit in 64 bits */
    bool leading_zero;    /* "007": a code; conventions is 0 then */
    bool no_double;       /* a double does not give its digits back */
    uint16_t significant; /* digits from the first that is not zero */
    struct number_digits digits[2]; /* by convention - 1 */
};

/*
 * number_scan - the shape of a cell.
 *
 * Accepted: an optional minus; digits, or groups of three digits; a decimal
 * mark with digits after it; an exponent of at most three digits within the
 * range of a double. Not accepted: a leading plus or needless leading zero
 * (codes and telephone numbers, which must keep them), "5.", over 300 digits.
 *
 * in       s      trimmed
 * returns  is it a number under any convention
 * cost     O(s.n), stops at the first byte that no number has
 */
bool number_scan(struct str s, struct number_shape *shape);

/*
 * number_read_wide - the number times 10 to the `scale`.
 *
 * in       s           what number_scan() accepted under `convention`, without
 *                      exponent; scale >= its own scale
 * returns  false when it is not that, or has over 38 digits
 */
bool number_read_wide(struct str s, enum number_convention convention,
                      unsigned scale, number_wide *value);

/* As number_read_wide(), for at most 18 digits, or any integer of 64 bits; faster. */
bool number_read_i64(struct str s, enum number_convention convention,
                     unsigned scale, int64_t *value);

/*
 * number_read_double - the nearest double, nan and infinities by their names.
 *
 * returns  false when it is no number under `convention`
 */
bool number_read_double(struct str s, enum number_convention convention,
                        double *value);

#endif
