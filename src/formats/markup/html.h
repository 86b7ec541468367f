/* html.h - reads HTML. Private to the module. */
#ifndef FORMATS_MARKUP_HTML_H
#define FORMATS_MARKUP_HTML_H

#include "formats/markup/build.h"

/*
 * html_read - the headings, blocks, links and anchors of a page; its title,
 * language and named meta elements.
 *
 * in       b     build_init() was called with the text
 *          stop  as in sections_options
 * errors   ERR_LIMIT, ERR_TIMEOUT
 */
MUST_CHECK enum err html_read(struct build *b, const atomic_bool *stop,
                              struct error *e);

/*
 * html_blocks_fix - sections and blocks in order of their bytes, blocks inside
 * each other or apart, and none over the start of a section.
 *
 * The standard moves what is misplaced in a table to before it, so that the
 * tree's order is not the text's.
 */
MUST_CHECK enum err html_blocks_fix(struct build *b, struct error *e);

#endif
