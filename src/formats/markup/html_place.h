/* html_place.h - where in a page its decoded text is. Private to the module. */
#ifndef FORMATS_MARKUP_HTML_PLACE_H
#define FORMATS_MARKUP_HTML_PLACE_H

#include "formats/markup/html_tree.h"

struct html_place {
    struct str source; /* the text as it is written */
    size_t base;       /* of its first byte; SIZE_MAX: nowhere */
    size_t at;
};

/* The beginning of a node's text. */
struct html_place html_place_of(struct str page, const struct html_node *node);

/* The place of the character of `bytes` bytes that `text` goes on with; it is passed.
 * Where the two do not agree the line still does, until the next line's end. */
size_t html_place_next(struct html_place *p, struct str text, size_t bytes);

#endif
