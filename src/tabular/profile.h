/*
 * profile.h - what is in each column: counts, extremes, sums, frequent values.
 */
#ifndef TABULAR_PROFILE_H
#define TABULAR_PROFILE_H

#include "base/jsonw.h"
#include "tabular/catalog.h"

/*
 * profile_run - look at every column of the first table.
 *
 * out      w    {"row_count":N,"columns":[{name, index, inferred_type,
 *               nullable, non_null_count, distinct_estimate, sample_values,
 *               min, max, and
 *                 numbers: mean, sum, stddev, median, q1, q3
 *                 strings: min_length, max_length, most_common, dictionary
 *                 booleans: true_count, false_count}]}
 * errors   ERR_LIMIT     memory
 *          ERR_TIMEOUT   duck_interrupt() came
 *          ERR_INTERNAL  as duck_query()
 */
MUST_CHECK enum err profile_run(struct duck *d, const struct catalog *c,
                                struct arena *a, struct jsonw *w,
                                struct error *e);

#endif
