/* html_clean.h - the clean text of a page. Private to the module. */
#ifndef FORMATS_MARKUP_HTML_CLEAN_H
#define FORMATS_MARKUP_HTML_CLEAN_H

#include "formats/markup/clean.h"
#include "formats/markup/html_grid.h"

/* A parsed page; folded[n] as html_fold() finds it. */
struct html_page {
    struct str text; /* that it was parsed from */
    const struct html_node *nodes;
    const bool *folded;
    uint32_t n;
};

/*
 * html_clean - what is visible of a page, as Markdown without inline marks.
 *
 * Tables that hold code, headings, other tables or one cell a row are there for
 * layout: what is in them is written as it would be outside.
 *
 * out      c         blocks, headings and text are added
 *          grid      the tables as cells, where they are in the text of `c`
 * errors   ERR_LIMIT  memory; also kept in `c`
 * cost     O(n)
 */
MUST_CHECK enum err html_clean(const struct html_page *page, struct arena *a,
                               struct clean *c, struct html_grid *grid,
                               struct error *e);

#endif
