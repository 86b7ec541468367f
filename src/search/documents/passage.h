/* passage.h - a passage of a document, by lines or heading, verbatim. */
#ifndef SEARCH_DOCUMENTS_PASSAGE_H
#define SEARCH_DOCUMENTS_PASSAGE_H

#include "base/json.h"
#include "search/documents/derived_text.h"
#include "search/documents/document_parser.h"
#include "store/catalog/document.h"

/* A document's text and sections, read once for many passages. */
struct passage_text {
    struct str text; /* UTF-8, without a mark */
    uint64_t base;   /* what a byte offset of the sections counts from */
    const struct json *sections; /* as sections_write() has them */
};

/*
 * passage_open - the text of one version of a document.
 *
 * Its sections are made again when they are not there.
 *
 * in       p    parses them; NULL members: it is opened when it is needed
 *          t    of the version
 * out      out  lives in `a`
 * errors   ERR_VALIDATION_FAILED  it has no text: a table or JSON
 */
MUST_CHECK enum err passage_open(struct document_parser *p,
                                 const struct document *d,
                                 const struct text_of *t, struct arena *a,
                                 struct passage_text *out, struct error *e);

/* Lines first to last; ERR_NOT_FOUND when there are fewer. */
MUST_CHECK enum err passage_lines(const struct passage_text *t, uint64_t first,
                                  uint64_t last, struct str *out,
                                  struct error *e);

/* What a state of a page means, as part of a sentence; `lacks_ocr`: nothing here reads
 * pictures, and what does is named. */
const char *passage_page_state(struct str state, bool lacks_ocr);

/*
 * passage_page - the lines of a page.
 *
 * in       page          from 1
 * out      first, last   of the text
 * errors   ERR_NOT_FOUND  there is no such page, or it could not be read: says why
 */
MUST_CHECK enum err passage_page(const struct passage_text *t, uint64_t page,
                                 uint64_t *first, uint64_t *last,
                                 struct error *e);

/* Did OCR read the page, from 1? */
bool passage_page_is_by_ocr(const struct passage_text *t, uint64_t page);

/*
 * passage_heading - the section of a heading, with those inside it.
 *
 * out      first, last   its lines
 * errors   ERR_NOT_FOUND  no heading has this id
 */
MUST_CHECK enum err passage_heading(const struct passage_text *t, struct str id,
                                    struct str *out, uint64_t *first,
                                    uint64_t *last, struct error *e);

#endif
