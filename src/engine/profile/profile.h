/* profile.h - profiles each column: counts, extremes, sums, frequent values. */
#ifndef ENGINE_PROFILE_PROFILE_H
#define ENGINE_PROFILE_PROFILE_H

#include "base/jsonw.h"
#include "engine/query/catalog.h"

/*
 * profile_run - look at every column of the selected table.
 *
 * The same bytes each time. Counts, sums of whole numbers and decimals, and
 * quartiles are exact; sums of floats are compensated. Of floats all are over
 * the finite values: not_finite_count says how many others there are.
 * Texts are shown cut to 200 bytes, less where columns are many. A dictionary
 * has up to 1,000 values of up to 200 bytes, the most frequent first, and is
 * complete when it has them all; of more values it has those that repeat.
 * What does not fit in memory is null, or for distinct_estimate an estimate.
 *
 * out      w    {"row_count":N,"columns":[{name, index, inferred_type,
 *               nullable, non_null_count, distinct_estimate, sample_values,
 *               min, max, and
 *                 numbers: mean, sum, stddev, median, q1, q3, and
 *                          not_finite_count where there are NaN or infinities
 *                 strings: min_length, max_length (in characters),
 *                          most_common[{value,count}],
 *                          dictionary{complete,values[]}
 *                 booleans: true_count, false_count}]}, at most about 8 MiB
 * errors   ERR_LIMIT     memory, which few files need so much of
 *          ERR_TIMEOUT   duck_interrupt() came
 *          ERR_FILE_READ_FAILED, ERR_INTERNAL  as duck_query()
 * cost     O(rows) a column: 12 columns of 600,000 rows 0.6 s of processor
 */
MUST_CHECK enum err profile_run(struct duck *d, const struct catalog *c,
                                struct arena *a, struct jsonw *w,
                                struct error *e);

#endif
