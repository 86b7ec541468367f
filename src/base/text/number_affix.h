/*
 * number_affix.h - strips what surrounds the digits of a number: currency,
 * percent sign, parentheses for minus, spaces between thousands.
 */
#ifndef BASE_TEXT_NUMBER_AFFIX_H
#define BASE_TEXT_NUMBER_AFFIX_H

#include "base/str.h"

#define NUMBER_PLAIN_BYTES 64u
#define NUMBER_UNIT_BYTES  8u

struct number_affix {
    char unit[NUMBER_UNIT_BYTES]; /* currency as written; empty: none */
    bool percent;
    bool spaced;    /* spaces or apostrophes part thousands */
    uint8_t digits; /* of such a number */
};

/*
 * number_undress - take it off.
 *
 * Accepted around what number_scan() accepts: a currency sign or ISO code
 * before or after, with or without a space; a percent sign after; a minus
 * before or after the currency, after the digits, or as U+2212 or parentheses;
 * groups of three parted by a space, a no-break or thin space or an apostrophe.
 *
 * in       s      trimmed
 * out      plain  sign, digits, points and commas; lives in `out`
 * returns  false when there is nothing to take off, or no number inside
 */
bool number_undress(struct str s, char out[NUMBER_PLAIN_BYTES],
                    struct str *plain, struct number_affix *dress);

#endif
