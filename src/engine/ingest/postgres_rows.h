/*
 * postgres_rows.h - reads one table of a bundle: rows as COPY writes them, with the
 * types that its columns were declared with. Private to ingest_postgres.c.
 */
#ifndef ENGINE_INGEST_POSTGRES_ROWS_H
#define ENGINE_INGEST_POSTGRES_ROWS_H

#include "base/json.h"
#include "engine/ingest/ingest_internal.h"

struct postgres_rows_table {
    struct ingest *in;
    struct str text;            /* its rows */
    uint64_t rows;              /* that the catalog says it has */
    const struct json *columns; /* of the catalog */
    struct str *kinds;          /* kinds[in->columns]: "integer" */
    struct arena batch;         /* texts of the rows in in->cells */
    uint64_t repaired;          /* texts that were no UTF-8 */
};

/*
 * postgres_rows_decide - look at every row: names and types, into t->in.
 *
 * in       t       in, text, rows, columns
 * out      t       the rest; postgres_rows_release() in every case
 * errors   ERR_FILE_READ_FAILED  damaged; ERR_LIMIT, ERR_TIMEOUT
 */
MUST_CHECK enum err postgres_rows_decide(struct postgres_rows_table *t,
                                         struct error *e);

/* All rows into in->append; errors as ingest_append_rows(). */
MUST_CHECK enum err postgres_rows_append(struct postgres_rows_table *t,
                                         struct error *e);

/* Give back what it holds; `in` is the caller's. */
void postgres_rows_release(struct postgres_rows_table *t);

#endif
