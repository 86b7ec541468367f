/*
 * jp_number.h - decimal numbers with the exact digits of their text; private to
 * the module. `text` is a JSON number everywhere but in jp_number_is().
 */
#ifndef STORE_JMESPATH_JP_NUMBER_H
#define STORE_JMESPATH_JP_NUMBER_H

#include "base/json.h"

/* A number of at most 18 digits, written without exponent. */
struct jp_small {
    int64_t digits; /* value * 10^scale */
    unsigned scale; /* digits after the point */
};

/* Read one; false if it is not one. */
bool jp_small_read(struct str text, struct jp_small *out);

/* Is this a JSON number as a whole? */
bool jp_number_is(struct str text);

/* Exact order: <0, 0, >0. */
int jp_number_cmp(struct str a, struct str b);

/* Digits from 10^-LIMIT up to below 10^LIMIT are held. */
#define JP_SUM_LIMIT 1152
#define JP_SUM_LIMBS (2 * JP_SUM_LIMIT / 9)
#define JP_SUM_LANES 19

__extension__ typedef __int128 jp_wide;

/*
 * An exact sum. Small numbers are added up by their scale, each lane on its
 * own; the digits of others go to limbs of 9 digits, limb i counting
 * 10^(9 * i - LIMIT). Neither can overflow below 10^9 numbers.
 */
struct jp_sum {
    jp_wide lanes[JP_SUM_LANES]; /* value * 10^index */
    int64_t limbs[JP_SUM_LIMBS];
    uint64_t count;
};

/* Add a number; false when a digit of it is outside the limit. */
bool jp_sum_add(struct jp_sum *s, struct str text);

/* The sum in `a`; ends the adding. */
MUST_CHECK enum err jp_sum_total(struct jp_sum *s, struct arena *a,
                                 struct str *out, struct error *e);

/* The sum divided by the count, which is not 0; ends the adding. */
MUST_CHECK enum err jp_sum_mean(struct jp_sum *s, struct arena *a,
                                struct str *out, struct error *e);

/* The next whole number, up or down; `text` itself when it is one. */
MUST_CHECK enum err jp_number_round(struct str text, bool up, struct arena *a,
                                    struct str *out, struct error *e);

#endif
