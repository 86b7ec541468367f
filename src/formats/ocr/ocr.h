/*
 * ocr.h - the words of a picture of a page.
 *
 * Tesseract and its languages are loaded once, before a sandbox. Languages come
 * in groups: those of one script are used together, and where a page reads badly
 * with one group the others are tried.
 */
#ifndef FORMATS_OCR_OCR_H
#define FORMATS_OCR_OCR_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

#define OCR_MAX_GROUPS 8u
#define OCR_MAX_WORDS  20000u /* of a page; more are not looked at */

/* Grey, 0 is black. */
struct ocr_image {
    const unsigned char *pixel; /* uint8[height][stride] */
    uint32_t width, height;
    size_t stride;
    float dpi;
};

/* Places in pixels, from above and from the left. */
struct ocr_word {
    float x0, y0, x1, y1;
    float base;       /* the line that it stands on */
    float size;       /* of its type */
    float confidence; /* of 1 */
    struct str text;
};

struct ocr_page {
    struct ocr_word *word; /* word[n], in the order of reading */
    size_t n;
    float confidence;   /* of its letters; 0: there are none */
    uint32_t languages; /* the group that it was read with */
};

/*
 * ocr_prepare - load what is needed.
 *
 * in       folder  of the files of languages
 *          groups  groups[n], each "eng+spa"; the first is tried first
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  Tesseract or a language is not there
 * threads  before others are started
 */
MUST_CHECK enum err ocr_prepare(const char *folder, const char *const *groups,
                                size_t n, struct error *e);

/* Was it called, and did it succeed? */
bool ocr_is_ready(void);

/*
 * ocr_read - the words of a picture.
 *
 * out      out   lives in `a`
 * errors   ERR_LIMIT            `a` is full
 *          ERR_FILE_READ_FAILED  Tesseract gives up
 * cost     a second or so for a page of text at 200 dpi
 * threads  one call at a time in a process
 */
MUST_CHECK enum err ocr_read(const struct ocr_image *image, struct arena *a,
                             struct ocr_page *out, struct error *e);

#endif
