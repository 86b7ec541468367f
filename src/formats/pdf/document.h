/*
 * document.h - a PDF as pages of lines, before they are put together. Private
 * to the module.
 */
#ifndef FORMATS_PDF_DOCUMENT_H
#define FORMATS_PDF_DOCUMENT_H

#include "formats/markup/block_document.h"
#include "formats/pdf/layout.h"

/* Of a document; more are refused. */
#define PDF_MAX_PAGES   200000
#define PDF_MAX_OUTLINE 20000

struct pdf_page {
    struct pdf_line *line; /* line[n] */
    size_t n;
    unsigned turn;    /* of most of its words, as of pdf_words */
    float y0, y1;     /* of these */
    struct str label; /* "iv"; empty: its number */
    enum sections_page_state state;
    float ocr; /* as of sections_page */
};

/* What the document's own table of contents says of a heading. */
struct pdf_outline_entry {
    struct str title;
    uint32_t page; /* from 0 */
    uint8_t level; /* from 1 */
};

struct pdf_document {
    struct pdf_page *page; /* page[n_pages] */
    size_t n_pages;
    const struct pdf_outline_entry *outline; /* outline[n_outline] */
    size_t n_outline;
    struct str title; /* that its properties say, or empty */
};

/*
 * pdf_fold_repeated - mark headers and footers that were on a page before, and
 * page numbers.
 *
 * errors   ERR_LIMIT  `scratch` is full
 */
MUST_CHECK enum err pdf_fold_repeated(struct pdf_document *d,
                                      struct arena *scratch, struct error *e);

/*
 * pdf_find_headings - give lines that are headings their level.
 *
 * errors   ERR_LIMIT  `scratch` is full
 */
MUST_CHECK enum err pdf_find_headings(struct pdf_document *d,
                                      struct arena *scratch, struct error *e);

/*
 * pdf_check_title - forget the title of the document's properties, unless its
 * first pages say it: many are names of files, or of the file that it was made
 * from.
 */
void pdf_check_title(struct pdf_document *d);

/*
 * pdf_compose - the text of all pages, with its blocks.
 *
 * out      out     lives in `a`
 * errors   ERR_LIMIT  one of the limits of sections.h
 */
MUST_CHECK enum err pdf_compose(const struct pdf_document *d, struct arena *a,
                                struct sections *out, struct error *e);

#endif
