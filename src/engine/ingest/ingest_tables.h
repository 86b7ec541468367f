/* ingest_tables.h - what files with several tables share; private to the module. */
#ifndef ENGINE_INGEST_INGEST_TABLES_H
#define ENGINE_INGEST_INGEST_TABLES_H

#include "base/json.h"
#include "engine/ingest/ingest_internal.h"

/* What a page has of a table that goes on over several. */
struct ingest_page_part {
    uint64_t page, table; /* as of ingest_place */
    uint64_t line;      /* of the text that is read, where it begins; from 1 */
    uint64_t first_row; /* of the table, its first or the one that follows */
};

/* Where a table of a document is, and of a PDF how it was found. */
struct ingest_place {
    uint64_t page, table; /* from 1; page 0: the document has none */
    struct str found_by;  /* empty: the document says that it is one */
    double confidence;
    double ocr; /* how sure OCR is of its page, of 1; 0: it needed none */
    uint64_t tracked_changes; /* in the document, which are read as accepted */
    struct ingest_page_part *part; /* part[n_parts]; of one page none */
    size_t n_parts;
};

/*
 * ingest_place_rows - which rows are of which page, once they are all read: lines that
 * are no rows are of none.
 *
 * out      in->place->part[].first_row
 * errors   as ingest_append_rows()
 */
MUST_CHECK enum err ingest_place_rows(struct ingest *in, struct error *e);

/*
 * ingest_delimited_read - everything that is known of a text before its table is
 * made: its layout, names and types, by in->request.
 *
 * errors   as ingest_run()
 */
MUST_CHECK enum err ingest_delimited_read(struct ingest *in, struct error *e);

#define INGEST_REPORT_BYTES ((size_t)8 << 20) /* of a table */

/*
 * ingest_keep_report - what a map says of one of its tables, kept until it is
 * written.
 *
 * in       text    the report; it is released
 * out      report  lives in `a`
 * errors   ERR_LIMIT  it is too large
 */
MUST_CHECK enum err ingest_keep_report(struct buf *text, struct arena *a,
                                       const struct json **report,
                                       struct error *e);

/* The map of a file, as far as it has its tables: its top level is the first of
 * reports[n]. Then what else the format has, then its end. */
void ingest_write_tables(const char *format, const struct json *const *reports,
                         size_t n, struct jsonw *w);
void ingest_write_first(const struct json *report, struct jsonw *w);

/* The table's place among those of its file, which the engine forgets;
 * engine/query/catalog.h reads it. */
MUST_CHECK enum err ingest_number_table(const struct ingest *in, size_t number,
                                        struct error *e);

#endif
