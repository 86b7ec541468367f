/* ingest_page.h - reads the tables of pages and mails: HTML, Markdown, .eml. */
#ifndef ENGINE_INGEST_INGEST_PAGE_H
#define ENGINE_INGEST_INGEST_PAGE_H

#include "engine/ingest/ingest.h"

/*
 * ingest_page_fits - is it a page or a mail?
 *
 * in       head    its first bytes
 * out      format  what its name says; if that is nothing, HTML where it begins as
 *                  pages do
 */
bool ingest_page_fits(const struct ingest_request *r, struct str head,
                      enum sections_format *format);

/*
 * ingest_page - make the file `r->database` with a table for each of the page:
 * table_2. The others are as ingest_sections() says.
 *
 * errors   ERR_FILE_READ_FAILED   it has no table
 *          otherwise as ingest_run()
 */
MUST_CHECK enum err ingest_page(struct duck *d, const struct ingest_request *r,
                                enum sections_format format, struct arena *a,
                                struct jsonw *w, struct error *e);

#endif
