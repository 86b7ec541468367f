/* source_pdf.h - the tables of a PDF as what is read of it; private to the
 * module. */
#ifndef TABLES_SOURCE_PDF_H
#define TABLES_SOURCE_PDF_H

#include "tables/source.h"

/*
 * source_pdf_provide - of a PDF the tables that quarry-pdf finds in it, in the
 * place of its bytes. Nothing where the source is something else.
 *
 * in       folder  where a file without name is made
 * out      src     its fd is of that file, which the worker reads as it reads any
 * errors   ERR_FILE_READ_FAILED, ERR_LIMIT  the PDF cannot be read
 *          ERR_CONFLICT  it changed meanwhile
 *          ERR_TOOL_WORKER_UNAVAILABLE, ERR_TIMEOUT, ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err source_pdf_provide(struct tables *t, struct source *src,
                                       const char *folder,
                                       const struct wire_wait *wait,
                                       struct arena *a, struct error *e);

#endif
