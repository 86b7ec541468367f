/* html_layout.h - which tables of a page are for layout. Private to the module. */
#ifndef FORMATS_MARKUP_HTML_LAYOUT_H
#define FORMATS_MARKUP_HTML_LAYOUT_H

#include "formats/markup/html_tree.h"

/*
 * html_layout - find the tables that say so, whose cells hold a table, a heading or
 * code, and those of which no row has two cells.
 *
 * in       nodes, n  as html_tree_read() made them
 * out      layout    layout[n], in `a`
 * errors   ERR_LIMIT  `a` is full
 * cost     O(n)
 */
MUST_CHECK enum err html_layout(const struct html_node *nodes, uint32_t n,
                                struct arena *a, const bool **layout,
                                struct error *e);

#endif
