/* ingest_parquet.h - reads a Parquet file into a table. */
#ifndef ENGINE_INGEST_INGEST_PARQUET_H
#define ENGINE_INGEST_INGEST_PARQUET_H

#include "engine/ingest/ingest.h"

/* Does a file that begins so say that it is Parquet? */
bool ingest_parquet_fits(struct str head);

/*
 * ingest_parquet - make the file `r->database` with the table `data`, read by
 * the engine's own reader from a copy beside the database: that is where the
 * sandbox lets it open a file.
 *
 * out      w   the map, {"format":"parquet",...}
 * errors   as ingest_run(); ERR_FILE_READ_FAILED  damaged, or encrypted
 */
MUST_CHECK enum err ingest_parquet(struct duck *d,
                                   const struct ingest_request *r,
                                   struct arena *a, struct jsonw *w,
                                   struct error *e);

#endif
