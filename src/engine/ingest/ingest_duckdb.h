/* ingest_duckdb.h - reads the tables of a DuckDB database. */
#ifndef ENGINE_INGEST_INGEST_DUCKDB_H
#define ENGINE_INGEST_INGEST_DUCKDB_H

#include "engine/ingest/ingest.h"

/* Does a file that begins so say that it is one? */
bool ingest_duckdb_fits(struct str head);

/*
 * ingest_duckdb - make the file `r->database` with a table for each table, read by the
 * engine from a copy beside it.
 *
 * out      w   the map, {"format":"duckdb",...}
 * errors   as ingest_run(); ERR_FILE_READ_FAILED  damaged, encrypted, of another
 *                                                 version, or without a table
 */
MUST_CHECK enum err ingest_duckdb(struct duck *d,
                                  const struct ingest_request *r,
                                  struct arena *a, struct jsonw *w,
                                  struct error *e);

#endif
