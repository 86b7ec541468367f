/* html_fold.h - what of a page is not its text. Private to the module. */
#ifndef FORMATS_MARKUP_HTML_FOLD_H
#define FORMATS_MARKUP_HTML_FOLD_H

#include "formats/markup/html_tree.h"

/*
 * html_fold - find what is left out with all that is inside it.
 *
 * in       nodes, n  as html_tree_read() made them
 *          a         for what it takes on the way, too
 * out      folded    folded[n]
 * errors   ERR_LIMIT  `a` is full
 * cost     O(n)
 */
MUST_CHECK enum err html_fold(const struct html_node *nodes, uint32_t n,
                              struct arena *a, const bool **folded,
                              struct error *e);

#endif
