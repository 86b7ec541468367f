/*
 * pdfium.h - PDFium, loaded when quarry-pdf starts.
 *
 * Its headers are in no package, so what is used of it is declared here, as
 * fpdfview.h, fpdf_text.h, fpdf_doc.h and fpdf_edit.h have it; that interface
 * only grows. The library is one of a fixed hash (CMakeLists.txt), found by
 * the program's run path. Private to the module.
 */
#ifndef FORMATS_PDF_PDFIUM_H
#define FORMATS_PDF_PDFIUM_H

#include "base/err.h"

#include <stddef.h>

struct pdfium_rect {
    float left, top, right, bottom; /* y grows upwards */
};

struct pdfium_matrix {
    float a, b, c, d, e, f;
};

/* FPDF_LIBRARY_CONFIG, version 2: no scripts are built in, so that what
 * concerns them is empty. */
struct pdfium_config {
    int version;
    const char **font_paths; /* a list that ends in NULL */
    void *isolate;
    unsigned v8_slot;
};

enum { PDFIUM_ERROR_FORMAT = 3, PDFIUM_ERROR_PASSWORD, PDFIUM_ERROR_SECURITY };

enum { PDFIUM_OBJECT_PATH = 2, PDFIUM_OBJECT_FORM = 5 };

enum { PDFIUM_GREY = 1, PDFIUM_BGRX = 3 }; /* of a pixel: 1 and 4 bytes */

/* Notes that the page shows are drawn; pictures are not kept unpacked. */
enum { PDFIUM_RENDER_NOTES = 1, PDFIUM_RENDER_SMALL_CACHE = 0x200 };

/* name, result, parameters */
#define PDFIUM_FUNCTIONS(X)                                                  \
    X(FPDF_InitLibraryWithConfig, void, (const struct pdfium_config *))      \
    X(FPDF_LoadMemDocument64, void *, (const void *, size_t, const char *))  \
    X(FPDF_CloseDocument, void, (void *document))                            \
    X(FPDF_GetLastError, unsigned long, (void))                              \
    X(FPDF_GetPageCount, int, (void *document))                              \
    X(FPDF_GetPageLabel, unsigned long,                                      \
      (void *document, int page, void *utf16, unsigned long bytes))          \
    X(FPDF_GetMetaText, unsigned long,                                       \
      (void *document, const char *tag, void *utf16, unsigned long bytes))   \
    X(FPDF_LoadPage, void *, (void *document, int page))                     \
    X(FPDF_ClosePage, void, (void *page))                                    \
    X(FPDF_PageToDevice, int,                                                \
      (void *page, int left, int top, int width, int height, int turn,       \
       double x, double y, int *to_x, int *to_y))                            \
    X(FPDF_GetPageWidthF, float, (void *page))                               \
    X(FPDF_GetPageHeightF, float, (void *page))                              \
    X(FPDFBitmap_CreateEx, void *,                                           \
      (int width, int height, int format, void *pixels, int stride))         \
    X(FPDFBitmap_Destroy, void, (void *bitmap))                              \
    X(FPDF_RenderPageBitmap, void,                                           \
      (void *bitmap, void *page, int x, int y, int width, int height,        \
       int turn, int flags))                                                 \
    X(FPDFPage_CountObjects, int, (void *page))                              \
    X(FPDFPage_GetObject, void *, (void *page, int index))                   \
    X(FPDFPageObj_GetType, int, (void *object))                              \
    X(FPDFFormObj_CountObjects, int, (void *object))                         \
    X(FPDFFormObj_GetObject, void *, (void *object, unsigned long index))    \
    X(FPDFPageObj_GetMatrix, int, (void *object, struct pdfium_matrix *))    \
    X(FPDFPath_CountSegments, int, (void *path))                             \
    X(FPDFPath_GetPathSegment, void *, (void *path, int index))              \
    X(FPDFPath_GetDrawMode, int, (void *path, int *fill, int *stroke))       \
    X(FPDFPathSegment_GetPoint, int, (void *segment, float *x, float *y))    \
    X(FPDFPathSegment_GetType, int, (void *segment))                         \
    X(FPDFPathSegment_GetClose, int, (void *segment))                        \
    X(FPDFText_LoadPage, void *, (void *page))                               \
    X(FPDFText_ClosePage, void, (void *text))                                \
    X(FPDFText_CountChars, int, (void *text))                                \
    X(FPDFText_GetUnicode, unsigned, (void *text, int index))                \
    X(FPDFText_IsGenerated, int, (void *text, int index))                    \
    X(FPDFText_HasUnicodeMapError, int, (void *text, int index))             \
    X(FPDFText_GetFontSize, double, (void *text, int index))                 \
    X(FPDFText_GetFontWeight, int, (void *text, int index))                  \
    X(FPDFText_GetMatrix, int,                                               \
      (void *text, int index, struct pdfium_matrix *))                       \
    X(FPDFText_GetTextObject, void *, (void *text, int index))               \
    X(FPDFText_GetLooseCharBox, int,                                         \
      (void *text, int index, struct pdfium_rect *))                         \
    X(FPDFText_GetCharOrigin, int,                                           \
      (void *text, int index, double *x, double *y))                         \
    X(FPDFBookmark_GetFirstChild, void *, (void *document, void *bookmark))  \
    X(FPDFBookmark_GetNextSibling, void *, (void *document, void *bookmark)) \
    X(FPDFBookmark_GetTitle, unsigned long,                                  \
      (void *bookmark, void *utf16, unsigned long bytes))                    \
    X(FPDFBookmark_GetDest, void *, (void *document, void *bookmark))        \
    X(FPDFDest_GetDestPageIndex, int, (void *document, void *destination))

struct pdfium {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): a declarator is none in them */
#define PDFIUM_POINTER(name, result, parameters) result(*name) parameters;
    PDFIUM_FUNCTIONS(PDFIUM_POINTER)
#undef PDFIUM_POINTER
};

/*
 * pdfium_load - the library, ready; the same one each time, never unloaded.
 *
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  it is not here, or lacks a function
 * threads  one at a time, as for all of its functions
 */
MUST_CHECK enum err pdfium_load(const struct pdfium **out, struct error *e);

/* Why a document was not opened, as an error of who gave it. */
MUST_CHECK enum err pdf_open_error(const struct pdfium *lib, struct error *e);

#endif
