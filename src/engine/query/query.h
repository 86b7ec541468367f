/*
 * query.h - runs a user's SQL, from the gate to the answer (table_query).
 *
 * The answer is the same bytes each time, time fields aside: SQL whose rows or
 * digits depend on the order of work runs on one thread (gate.h says when).
 */
#ifndef ENGINE_QUERY_QUERY_H
#define ENGINE_QUERY_QUERY_H

#include "base/jsonw.h"
#include "engine/query/catalog.h"
#include "engine/query/table_rows.h"

struct gate_cache;

struct query_request {
    struct str sql;
    uint64_t window_rows;   /* 0: none is shown, all are counted */
    uint64_t window_offset; /* rows of the result before the window */
    uint64_t max_bytes;     /* of the answer; 0: 8 MiB, which is the most */
};

/*
 * query_run - check the SQL, run it, show a window of its rows.
 *
 * All rows are read in one pass and those outside the window only counted, so
 * total_row_count and has_more are exact. The answer is at most max_bytes: what
 * does not fit is left out and cut_by_budget says so.
 *
 * rows_scanned counts the rows that the answer stands on: all rows of the
 * tables that the SQL names, each table once, before any filter. The engine
 * may look at fewer, where its own statistics already rule rows out.
 *
 * in       gc   verdicts known already; NULL: none
 * out      w    columns, column_types, rows, row_count, total_row_count,
 *               window_rows, window_offset, has_more, query_elapsed_ms,
 *               cut_by_budget, rows_scanned, notes[], one object; on error
 *               what is there is to be thrown away
 * errors   ERR_VALIDATION_FAILED  the gate or the engine refuses, with place
 *          ERR_LIMIT              memory, or one row alone is over the budget
 *          ERR_TIMEOUT            duck_interrupt() came
 *          ERR_FILE_READ_FAILED   the file is damaged: build it again
 *          ERR_INTERNAL           as duck_query()
 */
MUST_CHECK enum err query_run(struct duck *d, const struct catalog *c,
                              struct gate_cache *gc,
                              const struct query_request *q, struct jsonw *w,
                              struct error *e);

#endif
