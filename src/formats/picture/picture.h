/*
 * picture.h - files that are pictures: PNG, JPEG, WebP, TIFF of one page or several.
 *
 * What they hold is told from their headers alone, before anything is unpacked: a
 * picture that is too large is refused there. Leptonica, which Tesseract needs and
 * brings, unpacks a page at a time, in memory.
 *
 * Resolutions that files claim are often wrong (72 dpi of a photo of 4,000 pixels), so
 * none is believed: each page is as large as a sheet of paper, by its longer side.
 */
#ifndef FORMATS_PICTURE_PICTURE_H
#define FORMATS_PICTURE_PICTURE_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

#define PICTURE_MAX_PAGES 2000u
#define PICTURE_MAX_SIDE  30000u
#define PICTURE_MAX_PIXELS \
    ((uint64_t)40 << 20)           /* A4 at 600 dpi has 35 million */
#define PICTURE_MIN_SIDE    40u    /* nothing smaller has a line of text */
#define PICTURE_POINTS      792.0F /* of the longer side: 11 inches */
#define PICTURE_POINTS_INCH 72.0F

enum picture_format {
    PICTURE_NONE,
    PICTURE_PNG,
    PICTURE_JPEG,
    PICTURE_WEBP,
    PICTURE_TIFF
};

struct picture_page {
    uint32_t width, height; /* pixels, upright */
    unsigned turn;          /* as the tag of TIFF and Exif has it, 1 to 8 */
};

struct picture {
    enum picture_format format;
    struct str bytes;
    const struct picture_page *page; /* page[n] */
    uint32_t n;
};

/* By the first bytes. */
enum picture_format picture_format_of(struct str bytes);

/*
 * picture_read - what a file holds, from its headers.
 *
 * in       bytes  `out` borrows them
 * out      out    lives in `a`
 * errors   ERR_FILE_READ_FAILED  cut off or damaged, or of a kind that is not read
 *          ERR_LIMIT             more pages or pixels than the limits above
 */
MUST_CHECK enum err picture_read(struct str bytes, struct arena *a,
                                 struct picture *out, struct error *e);

/* Pixels of a point of a page that has so many. */
float picture_scale(uint32_t width, uint32_t height);

/*
 * picture_prepare - load Leptonica, before the sandbox.
 *
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  it is not installed
 */
MUST_CHECK enum err picture_prepare(struct error *e);

struct picture_pixels {
    unsigned char
        *pixel; /* uint8[height][stride], grey or blue, green, red, 0 */
    uint32_t width, height;
    size_t stride;
    unsigned pixel_bytes; /* 1 or 4 */
    bool is_damaged; /* a JPEG that ends early or does not decode somewhere:
                             what is missing is grey */
};

struct picture_options {
    bool is_grey;
    uint64_t max_pixels; /* a larger page is made smaller */
    uint64_t min_pixels; /* a smaller one twice as large; 0: none is */
    float scale;         /* pixels of a point; 0: as they are */
};

/*
 * picture_page_pixels - a page unpacked, upright.
 *
 * in       page  from 0
 * out      out   lives in `a`
 * errors   ERR_FILE_READ_FAILED  it is damaged, or says another size within
 *          ERR_NOT_FOUND         there is no such page
 *          ERR_LIMIT             `a` is full
 *          ERR_TOOL_WORKER_UNAVAILABLE  picture_prepare() did not succeed
 */
MUST_CHECK enum err picture_page_pixels(const struct picture *p, uint32_t page,
                                        const struct picture_options *how,
                                        struct arena *a,
                                        struct picture_pixels *out,
                                        struct error *e);

/*
 * picture_as_pdf - a PDF of as many pages of the same sizes, on which is no text but
 * something that is drawn, so that pages of pictures are read as scanned ones.
 *
 * out      out  in `a`
 */
MUST_CHECK enum err picture_as_pdf(const struct picture *p, struct arena *a,
                                   struct str *out, struct error *e);

#endif
