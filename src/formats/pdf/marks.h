/* marks.h - where on a page of a PDF a text is. */
#ifndef FORMATS_PDF_MARKS_H
#define FORMATS_PDF_MARKS_H

#include "formats/pdf/render.h"
#include "formats/pdf/scan.h"

#define PDF_MAX_MARKS 1000u

/* In pixels of the drawn page, from its left upper corner. */
struct pdf_mark {
    uint32_t x, y, width, height;
};

struct pdf_marks {
    struct pdf_mark *mark; /* mark[n] */
    size_t n;              /* at most PDF_MAX_MARKS */
};

/* What is looked for; both may be. */
struct pdf_marked {
    uint32_t page;   /* from 0 */
    struct str text; /* lines as pdf_read() gives them; empty: none */
    uint32_t table;  /* on that page, from 1, whose place is wanted; 0: none */
};

/*
 * pdf_marks_find - the words of a text, those of one line that follow each other
 * in one box, and a table.
 *
 * in       on   the page as it was drawn
 * out      out  lives in `a`; what is not there has no box
 * errors   ERR_LIMIT  more on the page than is read, or `a` is full
 * cost     that of reading the page; a line that is not there up to its length
 *          times that of the page
 */
MUST_CHECK enum err pdf_marks_find(const struct pdf_drawing *d,
                                   const struct pdf_marked *what,
                                   const struct pdf_bitmap *on, struct arena *a,
                                   struct pdf_marks *out, struct error *e);

/* The same on a page that is a picture, by the words that OCR found on it; no table
 * is. ERR_FILE_READ_FAILED: what it found is damaged. */
MUST_CHECK enum err pdf_marks_find_scanned(
    const struct pdf_scan *scan, struct str text, const struct pdf_bitmap *on,
    struct arena *a, struct pdf_marks *out, struct error *e);

#endif
