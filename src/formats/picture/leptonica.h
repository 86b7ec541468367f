/*
 * leptonica.h - Leptonica, loaded if it is installed.
 *
 * What is used of it is declared here as its header has it, so that neither building
 * nor running needs it. Only functions that read from memory are among them. Private
 * to the module.
 */
#ifndef FORMATS_PICTURE_LEPTONICA_H
#define FORMATS_PICTURE_LEPTONICA_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

enum { LEPTONICA_SILENT = 6 }; /* a severity that no remark has */
enum { LEPTONICA_GO_ON = 2 };  /* a hint: bad data of a JPEG are no failure */

/* name, result, parameters */
#define LEPTONICA_FUNCTIONS(X)                                                 \
    X(setMsgSeverity, int, (int severity))                                     \
    X(pixReadMemPng, void *, (const uint8_t *bytes, size_t n))                 \
    X(pixReadMemJpeg, void *,                                                  \
      (const uint8_t *bytes, size_t n, int colours, int shrink, int *warnings, \
       int hint))                                                              \
    X(pixReadMemTiff, void *, (const uint8_t *bytes, size_t n, int page))      \
    X(pixReadMemWebP, void *, (const uint8_t *bytes, size_t n))                \
    X(pixGetWidth, int, (const void *pix))                                     \
    X(pixGetHeight, int, (const void *pix))                                    \
    X(pixGetDepth, int, (const void *pix))                                     \
    X(pixGetWpl, int, (const void *pix))                                       \
    X(pixGetData, uint32_t *, (const void *pix))                               \
    X(pixRemoveColormap, void *, (void *pix, int to))                          \
    X(pixRemoveAlpha, void *, (void *pix))                                     \
    X(pixConvertTo8, void *, (void *pix, int with_colormap))                   \
    X(pixConvertTo32, void *, (void *pix))                                     \
    X(pixScale, void *, (void *pix, float x, float y))                         \
    X(pixRotateOrth, void *, (void *pix, int quarters))                        \
    X(pixFlipLR, void *, (void *to, void *pix))                                \
    X(pixDestroy, void, (void **pix))

struct leptonica {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): a declarator is none in them */
#define LEPTONICA_POINTER(name, result, parameters) result(*name) parameters;
    LEPTONICA_FUNCTIONS(LEPTONICA_POINTER)
#undef LEPTONICA_POINTER
};

/*
 * leptonica_load - the library; the same one each time, never unloaded.
 *
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  it is not installed, or lacks a function
 */
MUST_CHECK enum err leptonica_load(const struct leptonica **out,
                                   struct error *e);

#endif
