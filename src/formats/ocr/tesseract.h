/*
 * tesseract.h - Tesseract, loaded if it is installed.
 *
 * What is used of it is declared here as its interface for C has it, so that neither
 * building nor running needs it. Private to the module.
 */
#ifndef FORMATS_OCR_TESSERACT_H
#define FORMATS_OCR_TESSERACT_H

#include "base/err.h"

enum { TESSERACT_NEURAL = 1 };      /* the engine that all languages have */
enum { TESSERACT_AUTO_LAYOUT = 3 }; /* columns and blocks are looked for */
enum { TESSERACT_WORD = 3 };        /* a level of its results */

/* name, result, parameters */
#define TESSERACT_FUNCTIONS(X)                                                 \
    X(TessVersion, const char *, (void))                                       \
    X(TessDeleteText, void, (const char *text))                                \
    X(TessBaseAPICreate, void *, (void))                                       \
    X(TessBaseAPIDelete, void, (void *api))                                    \
    X(TessBaseAPIInit2, int,                                                   \
      (void *api, const char *folder, const char *languages, int engine))      \
    X(TessBaseAPISetPageSegMode, void, (void *api, int mode))                  \
    X(TessBaseAPISetImage, void,                                               \
      (void *api, const unsigned char *pixels, int width, int height,          \
       int pixel_bytes, int row_bytes))                                        \
    X(TessBaseAPISetSourceResolution, void, (void *api, int dpi))              \
    X(TessBaseAPIRecognize, int, (void *api, void *monitor))                   \
    X(TessBaseAPIClear, void, (void *api))                                     \
    X(TessBaseAPIGetIterator, void *, (void *api))                             \
    X(TessResultIteratorDelete, void, (void *results))                         \
    X(TessResultIteratorGetPageIterator, void *, (void *results))              \
    X(TessResultIteratorNext, int, (void *results, int level))                 \
    X(TessResultIteratorGetUTF8Text, char *, (const void *results, int level)) \
    X(TessResultIteratorConfidence, float, (const void *results, int level))   \
    X(TessResultIteratorWordFontAttributes, const char *,                      \
      (const void *results, int *is_bold, int *is_italic, int *is_underlined,  \
       int *is_monospace, int *is_serif, int *is_smallcaps, int *points,       \
       int *font))                                                             \
    X(TessPageIteratorBoundingBox, int,                                        \
      (const void *place, int level, int *left, int *top, int *right,          \
       int *bottom))                                                           \
    X(TessPageIteratorBaseline, int,                                           \
      (const void *place, int level, int *x1, int *y1, int *x2, int *y2))

struct tesseract {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): a declarator is none in them */
#define TESSERACT_POINTER(name, result, parameters) result(*name) parameters;
    TESSERACT_FUNCTIONS(TESSERACT_POINTER)
#undef TESSERACT_POINTER
};

/*
 * tesseract_load - the library; the same one each time, never unloaded.
 *
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  it is not installed, or another version
 * threads  before others are started: it sets a variable of the environment
 */
MUST_CHECK enum err tesseract_load(const struct tesseract **out,
                                   struct error *e);

#endif
