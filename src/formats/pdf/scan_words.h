/* scan_words.h - the words of a picture as those of a page. Private to the
 * module. */
#ifndef FORMATS_PDF_SCAN_WORDS_H
#define FORMATS_PDF_SCAN_WORDS_H

#include "formats/pdf/scan.h"
#include "formats/pdf/word.h"

/*
 * pdf_scan_words - the words of one page.
 *
 * out      out         live in `a`; none where OCR failed
 *          confidence  of the page, of 1
 * errors   ERR_FILE_READ_FAILED  the line is damaged
 *          ERR_LIMIT             `a` is full
 */
MUST_CHECK enum err pdf_scan_words(const struct pdf_scan *scan, struct arena *a,
                                   struct pdf_words *out, float *confidence,
                                   struct error *e);

#endif
