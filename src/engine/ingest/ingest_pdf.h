/* ingest_pdf.h - reads the tables that quarry-pdf found in a PDF. */
#ifndef ENGINE_INGEST_INGEST_PDF_H
#define ENGINE_INGEST_INGEST_PDF_H

#include "engine/ingest/ingest.h"

/* Is it the start of a file of such tables (formats/pdf/pdf_table.h)? */
bool ingest_pdf_fits(struct str head);

/*
 * ingest_pdf - make the file `r->database` with a table for each, called by its
 * page and its number there: page_57_table_2.
 *
 * The cells of each are read as delimited text is: header, types, totals, and
 * what is set aside. The file is untrusted like any other. A table that cannot be
 * read so is left out and counted.
 *
 * out      w   the map, one object: {"format":"pdf",...}; its top level describes
 *              the first table
 * errors   ERR_FILE_READ_FAILED   it has no table, or is damaged
 *          otherwise as ingest_run()
 */
MUST_CHECK enum err ingest_pdf(struct duck *d, const struct ingest_request *r,
                               struct arena *a, struct jsonw *w,
                               struct error *e);

#endif
