/*
 * server_rows.h - rows of a file as a part of a query that a server runs: the smaller
 * side of a join moves.
 */
#ifndef TABLES_SERVER_ROWS_H
#define TABLES_SERVER_ROWS_H

#include "tables/server_tables.h"

#define SERVER_ROWS_MOST  10000u
#define SERVER_BYTES_MOST ((size_t)1 << 20)

/*
 * server_rows_write - "makers"("device","maker") AS (VALUES ('phone','Acme'), ...).
 *
 * in       table    of a file
 *          answer   of the query SELECT * over it: {"columns","column_types","rows"}
 * out      out      appended
 * errors   ERR_LIMIT  more rows or bytes than are sent
 *          ERR_VALIDATION_FAILED  a cell has a NUL character
 */
MUST_CHECK enum err server_rows_write(const struct server_table *table,
                                      const struct json *answer,
                                      struct buf *out, struct error *e);

#endif
