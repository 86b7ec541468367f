/* md_clean.h - the clean text of Markdown. Private to the module. */
#ifndef FORMATS_MARKUP_MD_CLEAN_H
#define FORMATS_MARKUP_MD_CLEAN_H

#include "formats/markup/block_grid.h"
#include "formats/markup/clean.h"
#include "formats/markup/lines.h"

/*
 * md_clean - the document line by line, without front matter, definitions of
 * links, tags and what is in scripts and styles, comments, attributes of
 * headings and the targets of links within the site. Code is as it is.
 *
 * in       lines     of the text
 *          sections  whole
 * out      c         blocks, headings and text are added
 *          grid      the tables that are in no list or quote, in the text of `c`
 * cost     O(n)
 */
void md_clean(const struct lines *lines, const struct sections *sections,
              struct clean *c, struct block_grid *grid);

#endif
