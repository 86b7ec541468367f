/* page_image.h - a page of a PDF as it looks, with the places of a text on it. */
#ifndef SEARCH_DOCUMENTS_PAGE_IMAGE_H
#define SEARCH_DOCUMENTS_PAGE_IMAGE_H

#include "search/documents/document_parser.h"

#define PAGE_IMAGE_MAX_BYTES ((size_t)32 << 20)

struct page_image_request {
    uint64_t page;   /* from 1 */
    struct str text; /* lines whose words are looked for; empty: none */
    uint64_t table;  /* of the page, from 1, that is looked for; 0: none */
    int words; /* what OCR read of the document (ocr_pages.h); -1: the page has its
                  text itself */
};

/*
 * page_image_write - what quarry-pdf draws.
 *
 * in       p   gives the pool, and what cancels; a program of its own reads
 *          fd  of the PDF
 * out      w   the members "page", "pages", "width", "height", "boxes" (each
 *              [x,y,width,height] in pixels, of words in their order, the table's
 *              first), "mime_type" and "data", a PNG in base64
 * errors   ERR_NOT_FOUND  it has no such page
 *          ERR_FILE_READ_FAILED, ERR_LIMIT, ERR_TIMEOUT  it cannot be drawn
 *          ERR_TOOL_WORKER_UNAVAILABLE  there is no quarry-pdf, or it gave what is
 *                         no such image
 */
MUST_CHECK enum err page_image_write(const struct document_parser *p, int fd,
                                     const struct page_image_request *r,
                                     struct jsonw *w, struct error *e);

#endif
