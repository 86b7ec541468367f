/*
 * render.h - a page of a PDF as an image.
 *
 * The document is open while its pages are drawn, one after another. Type that
 * it does not embed is drawn with fonts that the library has itself. No script
 * runs, no form is filled in.
 */
#ifndef FORMATS_PDF_RENDER_H
#define FORMATS_PDF_RENDER_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

#define PDF_RENDER_MAX_SIDE   20000u
#define PDF_RENDER_MAX_PIXELS ((uint64_t)64 << 20)

struct pdf_render_options {
    float dpi;           /* fewer where the page is larger than the limits */
    uint64_t max_pixels; /* 0: PDF_RENDER_MAX_PIXELS, which is the most */
    bool is_grey;        /* else blue, green, red and a byte without meaning */
};

struct pdf_bitmap {
    unsigned char *pixel; /* uint8[height][stride] */
    size_t stride;        /* bytes of a row */
    uint32_t width, height;
    unsigned pixel_bytes; /* 1 or 4 */
    float scale;          /* pixels of a point */
};

struct pdf_drawing {
    const struct pdfium *lib;
    void *document;
};

/*
 * pdf_drawing_open - a document whose pages are to be drawn.
 *
 * in       bytes  stay as long as `out`
 * errors   ERR_FILE_READ_FAILED         damaged or encrypted
 *          ERR_TOOL_WORKER_UNAVAILABLE  as pdf_prepare()
 */
MUST_CHECK enum err pdf_drawing_open(struct str bytes, struct pdf_drawing *out,
                                     struct error *e);

/* How many pages it has. */
uint32_t pdf_drawing_pages(const struct pdf_drawing *d);

/* End; also what was not opened. */
void pdf_drawing_close(struct pdf_drawing *d);

/*
 * pdf_drawing_page - a page, on white.
 *
 * in       page  from 0
 * out      out   its pixels live in `a`
 * errors   ERR_NOT_FOUND         there is no such page
 *          ERR_FILE_READ_FAILED  it is damaged or has no area
 *          ERR_LIMIT             `a` is full
 * cost     what the page asks for: who calls sets a limit on time and memory
 */
MUST_CHECK enum err pdf_drawing_page(const struct pdf_drawing *d, uint32_t page,
                                     const struct pdf_render_options *how,
                                     struct arena *a, struct pdf_bitmap *out,
                                     struct error *e);

#endif
