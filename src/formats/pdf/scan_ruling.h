/* scan_ruling.h - the lines on the picture of a page. Private to the module. */
#ifndef FORMATS_PDF_SCAN_RULING_H
#define FORMATS_PDF_SCAN_RULING_H

#include "formats/pdf/render.h"
#include "formats/pdf/ruling.h"

/*
 * scan_rulings_find - long thin dark lines, level and upright.
 *
 * in       b    a page in grey, as pdf_drawing_page() draws it
 * out      out  lives in `a`; places as those of the words that OCR found
 * errors   ERR_LIMIT  `a` is full
 * cost     O(pixels)
 */
MUST_CHECK enum err scan_rulings_find(const struct pdf_bitmap *b,
                                      struct arena *a, struct pdf_rulings *out,
                                      struct error *e);

/* Take out of words what OCR took upright rulings for: "25.0]", "|". A word of nothing
 * else goes. */
void scan_rulings_take(const struct pdf_rulings *r, struct pdf_words *words);

#endif
