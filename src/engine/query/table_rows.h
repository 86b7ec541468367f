/* table_rows.h - reads rows by their number (table_read_rows). */
#ifndef ENGINE_QUERY_TABLE_ROWS_H
#define ENGINE_QUERY_TABLE_ROWS_H

#include "base/jsonw.h"
#include "engine/query/catalog.h"

struct rows_request {
    uint64_t row_start; /* from 1 */
    uint64_t row_count;
    const struct str *columns; /* columns[n_columns], in the order wanted */
    size_t n_columns;          /* 0: all */
    uint64_t max_bytes;        /* of the answer; 0: 8 MiB, which is the most */
};

/*
 * rows_run - rows of the selected table, in the file's order.
 *
 * out      w    columns, column_types, rows, row_start, row_count (of what is
 *               there), total_rows, has_more, cut_by_budget, one object
 * errors   ERR_VALIDATION_FAILED  row_start is 0, or an unknown column, with
 *                                 the nearest names
 *          ERR_LIMIT              one row alone is over max_bytes
 *          ERR_TIMEOUT, ERR_INTERNAL  as duck_query()
 * cost     O(row_count); 0.4 ms a million rows before the first, however many
 *          columns
 */
MUST_CHECK enum err rows_run(struct duck *d, const struct catalog *c,
                             const struct rows_request *r, struct arena *a,
                             struct jsonw *w, struct error *e);

#endif
