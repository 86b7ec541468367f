/* pages_report.h - what became of the pages of a document. Private to the
 * module. */
#ifndef ENGINE_PDF_WORKER_PAGES_REPORT_H
#define ENGINE_PDF_WORKER_PAGES_REPORT_H

#include "formats/markup/sections.h"

/* The members "pages", "read", "by_ocr", "not_read" and "pictures" (pdf_worker.h); "pages" of the last
 * is "3, 5-7", cut where it is long. */
void pages_report_write(const struct sections *s, struct jsonw *w);

#endif
