/* table_join.h - tables that go on over the end of a page. Private to the module. */
#ifndef FORMATS_PDF_TABLE_JOIN_H
#define FORMATS_PDF_TABLE_JOIN_H

#include "formats/pdf/document.h"
#include "formats/pdf/pdf_table.h"

/*
 * pdf_tables_join - mark the tables that continue the one before them.
 *
 * in       d  its pages have their lines
 * out      t  those of all pages, page by page
 * cost     O(lines + cells), a few lines of each page against those of the pages near
 *          it
 */
void pdf_tables_join(const struct pdf_document *d, struct pdf_tables *t);

#endif
