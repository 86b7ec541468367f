/*
 * pdf.h - PDF as sections: the text of its pages in reading order.
 *
 * What is read: text that the document has as characters, in the order of its
 * columns; headings by its table of contents and by type; lists; lines with
 * several cells as tables of text; labels of pages. Headers, footers and page
 * numbers that stand on pages again and again are left out but for the first.
 * Text that is drawn or scanned is not, unless OCR read it before; the state of each
 * page says so.
 *
 * The program that links this runs one document and no other: the library
 * below is large and written in C++.
 */
#ifndef FORMATS_PDF_PDF_H
#define FORMATS_PDF_PDF_H

#include "formats/markup/sections.h"
#include "formats/pdf/pdf_table.h"
#include "formats/pdf/scan.h"

/* Load the library; before a sandbox, which it could not be read in. Errors as
 * pdfium_load(). */
MUST_CHECK enum err pdf_prepare(struct error *e);

/*
 * pdf_read - a document.
 *
 * in       bytes  of the file, which stay as long as `out`
 *          scans  what OCR found on pages; NULL: nobody looked
 * out      out    lives in `a`; its pages say what was read, and do so where no
 *                 page has text, too
 *          tables  likewise
 * errors   ERR_FILE_READ_FAILED   damaged, encrypted, or no page has text
 *          ERR_LIMIT              more pages or text than is read, or memory
 *          ERR_TOOL_WORKER_UNAVAILABLE  as pdf_prepare()
 * threads  one call at a time in a process
 */
MUST_CHECK enum err pdf_read(struct str bytes, const struct pdf_scans *scans,
                             struct arena *a, struct sections *out,
                             struct pdf_tables *tables, struct error *e);

#endif
