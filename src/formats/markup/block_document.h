/*
 * block_document.h - sections of a document whose source is no text: its reader makes
 * the text and says what is in which lines of it.
 *
 * The text is UTF-8 without NUL, its lines end in LF, and a blank line stands
 * between blocks, as in plain text.
 */
#ifndef FORMATS_MARKUP_BLOCK_DOCUMENT_H
#define FORMATS_MARKUP_BLOCK_DOCUMENT_H

#include "base/buf.h"
#include "formats/markup/sections.h"

/* Lines [first_line, last_line] of the text, from 1. */
struct text_block {
    enum sections_block_kind kind;
    unsigned
        level; /* 1 to 6: a heading, whatever the kind; 0 if it is not one */
    struct str title; /* of a heading */
    uint32_t first_line, last_line;
};

struct block_document {
    enum sections_format format;
    struct str text;
    const struct text_block *block; /* block[n_blocks], in the text's order */
    size_t n_blocks;
    const struct sections_page *page; /* page[n_pages] */
    size_t n_pages;
    struct str title; /* that the document says itself, or empty */
    struct str language;
    const struct section_field *field; /* field[n_fields], as of front matter */
    uint32_t n_fields;
};

/* The text of a cell of a row "| a | b |": a bar in it is "\|", as in Markdown. */
void block_put_cell(struct buf *out, struct str text);

/*
 * sections_from_blocks - the document as sections.
 *
 * in       d      blocks do not overlap; `out` borrows its texts and pages
 * out      out    lives in `a`
 * errors   ERR_LIMIT  one of the limits of sections.h, or memory
 */
MUST_CHECK enum err sections_from_blocks(const struct block_document *d,
                                         struct arena *a, struct sections *out,
                                         struct error *e);

#endif
