/*
 * ocr_words.h - the words of pictures of pages, as they are kept.
 *
 * A line a page: its number, a tab, and
 *
 *     {"confidence","languages","words":[[x0,y0,x1,y1,base,size,confidence,text]]}
 *
 * or {"failed":"why"}. Places are in points, y from below to above as in a PDF, but
 * negative, so that they grow downwards.
 */
#ifndef FORMATS_OCR_OCR_WORDS_H
#define FORMATS_OCR_OCR_WORDS_H

#include "base/jsonw.h"
#include "formats/ocr/ocr.h"

/*
 * ocr_words_write - the object of a page.
 *
 * in       height  of the image, in pixels
 *          scale   pixels of a point
 */
void ocr_words_write(const struct ocr_page *page, uint32_t height, float scale,
                     struct jsonw *w);

#endif
