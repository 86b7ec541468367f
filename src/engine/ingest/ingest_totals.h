/*
 * ingest_totals.h - finds the rows of a new table that are sums of its other
 * rows.
 */
#ifndef ENGINE_INGEST_INGEST_TOTALS_H
#define ENGINE_INGEST_INGEST_TOTALS_H

#include "engine/ingest/ingest_internal.h"

/* Of larger tables nothing is looked for: a report for people is smaller, and
 * it costs a pass. */
#define INGEST_TOTALS_MAX_ROWS 200000u

/*
 * ingest_totals_find - look at all rows of the table, which are appended.
 *
 * out      in->totals  lives in in->a; NULL if none
 *          in->types   what labels them
 * errors   as duck_query()
 * cost     a pass over the columns of numbers, at most
 *          INGEST_TOTALS_MAX_ROWS rows
 */
MUST_CHECK enum err ingest_totals_find(struct ingest *in, struct error *e);

/* The member of "fidelity" that says that nobody looked. */
void ingest_totals_write_unknown(struct jsonw *w);

/*
 * ingest_totals_write - the members of "fidelity" that are about them, absent
 * where there are none, or ingest_totals_write_unknown() if the table is too large
 * to look.
 *
 *     "total_rows": [40], "total_rows_count": 1, "total_rows_share": 0.5,
 *     "total_rows_columns": ["amount"]
 *
 * in       put  writes where row `row` is, in "total_rows_cells"; NULL: nothing
 */
void ingest_totals_write(const struct ingest *in,
                         void (*put)(const void *ctx, uint64_t row,
                                     struct jsonw *w),
                         const void *ctx, struct jsonw *w);

#endif
