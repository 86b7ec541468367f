/* ingest_postgres.h - reads the tables that quarry-postgres copied from a server. */
#ifndef ENGINE_INGEST_INGEST_POSTGRES_H
#define ENGINE_INGEST_INGEST_POSTGRES_H

#include "engine/ingest/ingest.h"

/* Is it a bundle, by its first bytes? */
bool ingest_postgres_fits(struct str head);

/*
 * ingest_postgres - make the file `r->database` with a table for each table and view.
 *
 * in       r   a bundle (engine/postgres/postgres_copy.h), which may be hostile
 * out      w   the map, {"format":"postgres",...}
 * errors   as ingest_run(); ERR_FILE_READ_FAILED  damaged, or without a table
 */
MUST_CHECK enum err ingest_postgres(struct duck *d,
                                    const struct ingest_request *r,
                                    struct arena *a, struct jsonw *w,
                                    struct error *e);

#endif
