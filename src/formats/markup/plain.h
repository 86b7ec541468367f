/* plain.h - reads plain text. Private to the module. */
#ifndef FORMATS_MARKUP_PLAIN_H
#define FORMATS_MARKUP_PLAIN_H

#include "formats/markup/build.h"

/*
 * plain_read - paragraphs between blank lines, and headings of the one form
 * that is certain: a line that a line of === (level 1) or --- (level 2) about
 * as long underlines, after a blank line or another such line above it. A
 * form feed begins a page; a paragraph ends there.
 *
 * errors   ERR_LIMIT
 */
MUST_CHECK enum err plain_read(struct build *b, struct error *e);

/* Form feeds before each section and block, as pages from 1. */
void plain_pages(struct sections *s);

#endif
