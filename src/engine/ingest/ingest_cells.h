/* ingest_cells.h - tables of a document that come as cells; private to the module. */
#ifndef ENGINE_INGEST_INGEST_CELLS_H
#define ENGINE_INGEST_INGEST_CELLS_H

#include "engine/ingest/ingest_tables.h"

#define INGEST_CELLS_MAX_BOXES 200000u

/* The document whose tables are read one after the other. */
struct ingest_document {
    const struct ingest_request *request;
    struct arena *a;
    struct ingest in; /* of the table that is read now */
    const struct json **reports;
    size_t tables;
    uint64_t left_out;
    struct str caption; /* of the table that is read now; it may say the unit */
    struct str title;   /* that it is given; empty: none */
};

/* The cells of one table. */
struct ingest_cells {
    uint64_t rows, columns;
    struct str *text;       /* text[rows * columns] */
    bool *is_more;          /* it is that of the cell left of it */
    uint64_t header_rows;   /* that the document says are the header, or 0 */
    enum csv_header header; /* what it says besides */
};

/* rows times columns empty cells; up to INGEST_CELLS_MAX_BOXES. */
MUST_CHECK enum err ingest_cells_new(uint64_t rows, uint64_t columns,
                                     struct arena *a, struct ingest_cells *out,
                                     struct error *e);

/* A cell from row and column at[0], at[1] to at[2], at[3]; false: it is not in the
 * table. */
bool ingest_cells_put(struct ingest_cells *c, const uint64_t at[4],
                      struct str text);

/*
 * ingest_cells_load - one more table of the document, by the reader of delimited
 * text. What that refuses is left out and counted.
 *
 * in       place  it is called by it: page_57_table_2, or table_2
 * errors   as ingest_run()
 */
MUST_CHECK enum err ingest_cells_load(struct ingest_document *d,
                                      const struct ingest_cells *cells,
                                      const struct ingest_place *place,
                                      struct arena *a, struct error *e);

/*
 * ingest_document_end - after its tables, or with what ended them: the file is kept.
 *
 * in       what  "the document"
 * errors   rc, if it is one; ERR_FILE_READ_FAILED  no table was loaded
 */
MUST_CHECK enum err ingest_document_end(struct ingest_document *d,
                                        const char *what, enum err rc,
                                        struct error *e);

/* The map of a document with one table at least, whose tables are loaded. */
void ingest_document_write(const struct ingest_document *d, const char *format,
                           struct jsonw *w);

#endif
