/* ingest_sqlite.h - reads the tables of a SQLite database. */
#ifndef ENGINE_INGEST_INGEST_SQLITE_H
#define ENGINE_INGEST_INGEST_SQLITE_H

#include "engine/ingest/ingest.h"

/*
 * ingest_sqlite - make the file `r->database` with a table for each table and view.
 *
 * out      w   the map, {"format":"sqlite",...}
 * errors   as ingest_run(); ERR_FILE_READ_FAILED  damaged, or without a table
 */
MUST_CHECK enum err ingest_sqlite(struct duck *d,
                                  const struct ingest_request *r,
                                  struct arena *a, struct jsonw *w,
                                  struct error *e);

#endif
