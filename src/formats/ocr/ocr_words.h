/*
 * ocr_words.h - the words of pictures of pages, as they are kept.
 *
 * A line a page: its number, a tab, and
 *
 *     {"confidence","languages","words":[[x0,y0,x1,y1,base,size,confidence,text]]}
 *
 * with "damaged":true where the picture is, or {"failed":"why"}. Places are in points, y from below to above as in a PDF, but
 * negative, so that they grow downwards.
 */
#ifndef FORMATS_OCR_OCR_WORDS_H
#define FORMATS_OCR_OCR_WORDS_H

#include "base/jsonw.h"
#include "formats/ocr/ocr.h"

/* The image that they are of. */
struct ocr_words_image {
    uint32_t height; /* in pixels */
    float scale;     /* pixels of a point */
    bool is_damaged; /* not all of it is there */
};

/* The object of a page. */
void ocr_words_write(const struct ocr_page *page,
                     const struct ocr_words_image *image, struct jsonw *w);

#endif
