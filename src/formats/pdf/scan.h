/*
 * scan.h - what OCR found on pages that are pictures, as
 * formats/ocr/ocr_words.h keeps it.
 */
#ifndef FORMATS_PDF_SCAN_H
#define FORMATS_PDF_SCAN_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

/* A page below it could not be read: docs/documents.md has the measurement. */
#define PDF_SCAN_SURE 0.60F

struct pdf_scan {
    uint32_t page; /* from 1 */
    struct str json;
};

struct pdf_scans {
    const struct pdf_scan *scan; /* scan[n], ascending by page */
    size_t n;
};

/*
 * pdf_scans_read - the lines of a file; a page that comes again is that which came
 * last.
 *
 * in       lines  untrusted; `out` borrows them
 * out      out    lives in `a`
 * errors   ERR_FILE_READ_FAILED  they are no such lines
 *          ERR_LIMIT             `a` is full
 */
MUST_CHECK enum err pdf_scans_read(struct str lines, struct arena *a,
                                   struct pdf_scans *out, struct error *e);

/* That of a page, from 1; NULL: nobody looked at it. */
const struct pdf_scan *pdf_scans_find(const struct pdf_scans *s, uint32_t page);

#endif
