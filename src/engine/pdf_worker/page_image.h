/* page_image.h - pages of the one document as images. Private to the module. */
#ifndef ENGINE_PDF_WORKER_PAGE_IMAGE_H
#define ENGINE_PDF_WORKER_PAGE_IMAGE_H

#include "base/json.h"
#include "base/jsonw.h"
#include "formats/pdf/render.h"
#include "formats/pdf/scan.h"

/* Of a page, whatever is asked for. */
#define PAGE_IMAGE_MAX_PIXELS ((uint64_t)8 << 20)

struct page_image_source {
    struct str document;
    const struct pdf_scans
        *scans; /* what OCR found on its pages; may be empty */
};

/*
 * page_image_write - draw a page, and say where on it a text and a table are.
 *
 * in       request  {"page","dpi","text","table"}, the page from 1; the last two
 *                   may be absent
 *          fd       of the file that becomes the PNG
 *          a        what is forgotten afterwards
 * out      w        {"pages","page","width","height","boxes":[[x,y,width,height]]},
 *                   in pixels
 * errors   ERR_NOT_FOUND  there is no such page
 *          otherwise as pdf_drawing_open() and pdf_drawing_page(), of pictures as
 *          picture_read() and picture_page_pixels()
 */
MUST_CHECK enum err page_image_write(const struct page_image_source *source,
                                     const struct json *request, int fd,
                                     struct arena *a, struct jsonw *w,
                                     struct error *e);

#endif
