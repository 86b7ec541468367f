/* markdown.h - reads Markdown. Private to the module. */
#ifndef FORMATS_MARKUP_MARKDOWN_H
#define FORMATS_MARKUP_MARKDOWN_H

#include "formats/markup/build.h"

/*
 * markdown_read - the headings, blocks, links and anchors of a text.
 *
 * in       b     build_init() was called with the text, b->front_lines is set
 *          stop  as in sections_options
 * errors   ERR_LIMIT, ERR_TIMEOUT
 */
MUST_CHECK enum err markdown_read(struct build *b, const atomic_bool *stop,
                                  struct error *e);

/*
 * md_blocks_fix - give the blocks the lines they really have, put them in
 * order and add those that cmark-gfm leaves out.
 *
 * in       b   blocks with first_line, last_line and parent as the tree has
 *              them, sections with their headings
 * out      b   blocks as sections.h promises
 */
MUST_CHECK enum err md_blocks_fix(struct build *b, struct error *e);

/* Where a link may be. */
struct md_link_hint {
    uint32_t first_line, last_line; /* of the text it is in */
    uint32_t line, column;          /* what cmark-gfm says; 0: nothing */
};

/*
 * md_links_place - the ranges of b->links, of which `hints` is one each.
 *
 * They are in the order of the text within the same lines, an image after the
 * link it is in.
 */
void md_links_place(struct build *b, const struct md_link_hint *hints);

#endif
