/*
 * ruling.h - the lines that are drawn on a page, as far as they are level or
 * upright. Private to the module.
 */
#ifndef FORMATS_PDF_RULING_H
#define FORMATS_PDF_RULING_H

#include "formats/pdf/word.h"

/* Of a page; what has more is a drawing, and none of it is read. */
#define PDF_MAX_RULINGS 20000

struct pdf_ruling {
    float at;       /* y of a level one, x of an upright one */
    float from, to; /* along it */
};

/* As the words of the page are read: turned like them (word.h). */
struct pdf_rulings {
    struct pdf_ruling *level; /* level[n_level], by `at`, then `from` */
    size_t n_level;
    struct pdf_ruling *upright; /* upright[n_upright], likewise */
    size_t n_upright;
};

/*
 * pdf_rulings_read - strokes and thin boxes, pieces of one line put together.
 *
 * in       page  of FPDF_LoadPage()
 *          turn  that of the words they stand among
 * out      out   lives in `a`
 * errors   ERR_LIMIT  `a` is full
 * cost     O(n log n) for n segments of paths, of which it reads a limited
 *          number
 */
MUST_CHECK enum err pdf_rulings_read(const struct pdfium *lib, void *page,
                                     unsigned turn, struct arena *a,
                                     struct pdf_rulings *out, struct error *e);

/* Put pieces of one line together, in order of `at`; what is short is dropped.
 * Returns how many are left. */
size_t pdf_rulings_join(struct pdf_ruling *r, size_t n);

/* The first of r[n], in order of `at`, that is not before `at`; n: none. */
size_t pdf_rulings_from(const struct pdf_ruling *r, size_t n, float at);

#endif
