/*
 * between.h - what stands between a table at the end of a page and one at the beginning
 * of the next. Private to the module.
 */
#ifndef FORMATS_PDF_BETWEEN_H
#define FORMATS_PDF_BETWEEN_H

#include "formats/pdf/document.h"
#include "formats/pdf/pdf_table.h"

/*
 * pdf_between_is_empty - are there headers and footers alone?
 *
 * in       above, below  of two pages, one after the other
 *          title         lines that may stand above the second, too, and what begins with
 *                        one of them; empty: none
 */
bool pdf_between_is_empty(const struct pdf_document *d,
                          const struct pdf_tables *t,
                          const struct pdf_table *above,
                          const struct pdf_table *below, struct str title);

#endif
