/*
 * profile_numbers.h - counts, extremes, sums and quartiles of columns. Private
 * to profile*.c.
 */
#ifndef ENGINE_PROFILE_PROFILE_NUMBERS_H
#define ENGINE_PROFILE_PROFILE_NUMBERS_H

#include "engine/profile/profile_column.h"

/*
 * profile_counts - values, min, max, and the counts that fit in the same pass:
 * lengths and bytes of strings, true_count, not_finite.
 */
MUST_CHECK enum err profile_counts(struct profile *p, struct error *e);

/*
 * profile_sums - sum, mean and stddev of numbers.
 *
 * Sums of whole numbers and decimals are exact, null beyond 38 digits; those
 * of floats are compensated (Kahan), over the finite values. Runs on one
 * thread, as the order of additions shows in floats.
 */
MUST_CHECK enum err profile_sums(struct profile *p, struct error *e);

/*
 * profile_quartiles - q1, median and q3 of those of columns [from, to) that
 * are numbers, interpolated between neighbours without rounding where the
 * column is exact. Left null when their sorting needs more memory than there
 * is.
 */
MUST_CHECK enum err profile_quartiles(struct profile *p, size_t from, size_t to,
                                      struct error *e);

#endif
