/* ingest_tables.h - what files with several tables share; private to the module. */
#ifndef ENGINE_INGEST_INGEST_TABLES_H
#define ENGINE_INGEST_INGEST_TABLES_H

#include "engine/ingest/ingest_internal.h"

/* Where a table of a PDF is, and how it was found. */
struct ingest_place {
    uint64_t page, table; /* from 1 */
    struct str found_by;
    double confidence;
};

/*
 * ingest_delimited_read - everything that is known of a text before its table is
 * made: its layout, names and types, by in->request.
 *
 * errors   as ingest_run()
 */
MUST_CHECK enum err ingest_delimited_read(struct ingest *in, struct error *e);

/* The table's place among those of its file, which the engine forgets;
 * engine/query/catalog.h reads it. */
MUST_CHECK enum err ingest_number_table(const struct ingest *in, size_t number,
                                        struct error *e);

#endif
