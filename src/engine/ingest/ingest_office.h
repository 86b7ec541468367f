/* ingest_office.h - reads the tables of documents that are packages of XML. */
#ifndef ENGINE_INGEST_INGEST_OFFICE_H
#define ENGINE_INGEST_INGEST_OFFICE_H

#include "engine/ingest/ingest.h"

/* Is it a Word document, a presentation or a text of OpenDocument? */
bool ingest_office_fits(int fd);

/*
 * ingest_office - make the file `r->database` with a table for each of the document:
 * table_2, in a presentation by its slide: page_3_table_1. The others are as
 * ingest_pdf() says.
 *
 * in       r   its file is one that ingest_office_fits()
 * errors   ERR_FILE_READ_FAILED   it has no table, or is damaged
 *          otherwise as ingest_run()
 */
MUST_CHECK enum err ingest_office(struct duck *d,
                                  const struct ingest_request *r,
                                  struct arena *a, struct jsonw *w,
                                  struct error *e);

#endif
