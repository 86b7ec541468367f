/* duckdb_complete.h - makes one file of a DuckDB database and of the log beside it. */
#ifndef ENGINE_INGEST_DUCKDB_COMPLETE_H
#define ENGINE_INGEST_DUCKDB_COMPLETE_H

#include "engine/duck/duck.h"

/* A database at the beginning of a file, and where its log is in it. */
struct duckdb_bundle {
    uint64_t bytes;             /* of the database */
    uint64_t log_at, log_bytes; /* of the log */
};

/*
 * duckdb_complete - have the file be the database alone, with what its log says.
 *
 * The engine does that as when it opens a database that was not closed, with copies of
 * both in `folder`, to which it is confined from then on.
 *
 * in       d       with nothing attached
 *          folder  ends in a slash
 *          fd      of a bundle, for reading and writing; on error it may be anything
 * errors   ERR_FILE_READ_FAILED   the database or its log is damaged or encrypted
 *          ERR_FILE_WRITE_FAILED  the disk is full
 *          ERR_VALIDATION_FAILED  the bundle is none
 *          ERR_LIMIT, ERR_TIMEOUT
 */
MUST_CHECK enum err duckdb_complete(struct duck *d, struct str folder, int fd,
                                    const struct duckdb_bundle *b,
                                    struct error *e);

#endif
