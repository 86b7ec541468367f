/*
 * ocr_pages.h - has pages that are pictures read by OCR, some at a time, each some
 * by a process of its own, and keeps what it found by the content of the document:
 * what was read once is not read again, also where reading was interrupted.
 */
#ifndef SEARCH_DOCUMENTS_OCR_PAGES_H
#define SEARCH_DOCUMENTS_OCR_PAGES_H

#include "base/json.h"
#include "search/documents/document_parser.h"
#include "search/documents/ocr_languages.h"

/* The document, and its pages. */
struct ocr_pages {
    int fd;
    uint64_t bytes;
    struct str sha256;
    const struct json *pages; /* numbers from 1, ascending */
    const struct ocr_languages *languages;
};

/*
 * ocr_pages_read - the words of pages, as formats/ocr/ocr_words.h has them, a line
 * each.
 *
 * A page whose process dies or takes too long is noted as one that OCR cannot read.
 *
 * out      words  open for reading; the caller closes it
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  OCR does not start here
 *          ERR_TIMEOUT                  it was cancelled
 *          ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err ocr_pages_read(struct document_parser *p,
                                   const struct ocr_pages *which, int *words,
                                   struct error *e);

/*
 * ocr_pages_find - what was kept of a document, in the languages that are there or,
 * where there is nothing in them, in others.
 *
 * out      words  open for reading, the caller closes it; -1: nothing was kept
 */
MUST_CHECK enum err ocr_pages_find(const struct base *b, struct str sha256,
                                   int *words, struct error *e);

#endif
