/* scan_words.h - the words of a picture as those of a page. Private to the
 * module. */
#ifndef FORMATS_PDF_SCAN_WORDS_H
#define FORMATS_PDF_SCAN_WORDS_H

#include "formats/pdf/scan.h"
#include "formats/pdf/word.h"

struct pdf_scan_page {
    struct pdf_words words;
    float confidence; /* of 1 */
    bool has_failed;  /* OCR gave up: there are no words */
    bool is_damaged;  /* the picture is, or ends early: there may be some */
};

/*
 * pdf_scan_words - the words of one page.
 *
 * out      out   its words live in `a`
 * errors   ERR_FILE_READ_FAILED  the line is damaged
 *          ERR_LIMIT             `a` is full
 */
MUST_CHECK enum err pdf_scan_words(const struct pdf_scan *scan, struct arena *a,
                                   struct pdf_scan_page *out, struct error *e);

#endif
