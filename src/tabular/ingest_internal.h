/* ingest_internal.h - what ingest*.c share; nobody else's. */
#ifndef TABULAR_INGEST_INTERNAL_H
#define TABULAR_INGEST_INTERNAL_H

#include "formats/column.h"
#include "formats/column_name.h"
#include "formats/csv_dialect.h"
#include "tabular/duck_append.h"
#include "tabular/ingest.h"
#include "tabular/ingest_source.h"

#define INGEST_CATALOG "ingest" /* the new file while it is attached */
#define INGEST_TABLE   "data"

#define INGEST_MAX_COLUMNS ((size_t)10000)

/* One ingestion; all of it lives in the arena. */
struct ingest {
    struct duck *duck;
    const struct ingest_request *request;
    struct arena *a;
    struct ingest_source source;
    struct csv_dialect dialect;
    size_t columns;
    struct column_name *names;    /* names[columns] */
    struct column_evidence *seen; /* seen[columns] */
    struct column_type *types;    /* types[columns], once decided */
    struct csv_cell *cells;       /* cells[batch_rows * columns] */
    size_t batch_rows;
    uint64_t rows;
    struct csv_counts counts; /* of the first pass */
};

/* The SQL type: "BIGINT", "DECIMAL(18,2)"; lives in `text`. */
void ingest_sql_type(const struct column_type *t, char text[32]);

/* ERR_CONFLICT: the two passes did not see the same. */
enum err ingest_changed(struct error *e);

/* The map, one object. */
void ingest_write_map(const struct ingest *in, struct jsonw *w);

/* The empty table in the attached file, and an appender on it. */
MUST_CHECK enum err ingest_create_table(const struct ingest *in,
                                        struct duck_append **ap,
                                        struct error *e);

/*
 * ingest_append_rows - put a batch, read by the decided types, into the
 * appender and flush it.
 *
 * in       cells   cells[rows * in->columns]
 * errors   ERR_CONFLICT  a cell no longer fits: the file has changed
 */
MUST_CHECK enum err ingest_append_rows(const struct ingest *in,
                                       struct duck_append *ap,
                                       const struct csv_cell *cells,
                                       size_t rows, struct error *e);

#endif
