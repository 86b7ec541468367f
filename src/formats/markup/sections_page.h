/* sections_page.h - the pages of a document that has some: PDF, pictures. */
#ifndef FORMATS_MARKUP_SECTIONS_PAGE_H
#define FORMATS_MARKUP_SECTIONS_PAGE_H

#include "base/str.h"

#include <stdint.h>

/* What became of a page. */
enum sections_page_state {
    SECTIONS_PAGE_READ,
    SECTIONS_PAGE_EMPTY,   /* nothing is on it */
    SECTIONS_PAGE_PICTURE, /* there is something, and no text */
    SECTIONS_PAGE_UNDECODABLE, /* the document does not tell which letters its text has */
    SECTIONS_PAGE_DAMAGED,
    SECTIONS_PAGE_UNREADABLE, /* OCR is not sure enough of it, or gave up */
    SECTIONS_PAGE_PART, /* read as far as it goes: a picture that is cut off */
    SECTIONS_PAGE_STATES
};

/* Of a document that has pages. Its text begins in first_line; a page without
   text has its place between those before and after it. */
struct sections_page {
    struct str label; /* "iv"; empty: its number */
    enum sections_page_state state;
    float ocr; /* how sure OCR is of its text, of 1; 0: it needed none */
    uint32_t first_line;
    size_t begin;
};

/* "empty", "picture", "undecodable", "damaged",
 * "unreadable", "part"; NULL of a page that was read. */
const char *sections_page_state_name(enum sections_page_state state);

/* Has it text: was it read, or a part of it? */
bool sections_page_has_text(enum sections_page_state state);

#endif
