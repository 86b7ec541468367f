/*
 * html_tree.h - HTML as a flat tree in document order. Private to the module;
 * it wraps gumbo.
 */
#ifndef FORMATS_MARKUP_HTML_TREE_H
#define FORMATS_MARKUP_HTML_TREE_H

#include "base/arena.h"
#include "base/str.h"

#include <stdatomic.h>

enum html_kind {
    HTML_BLOCK,  /* begins and ends a line of text: div, section, form ... */
    HTML_INLINE, /* does not: b, span, unknown elements */
    HTML_TEXT,
    HTML_BREAK, /* br */
    HTML_HEADING,
    HTML_PARAGRAPH,
    HTML_LIST,
    HTML_ITEM,
    HTML_CODE, /* pre */
    HTML_TABLE,
    HTML_ROW,
    HTML_CELL,
    HTML_QUOTE,
    HTML_LINK,
    HTML_IMAGE,
    HTML_TITLE, /* of the document */
    HTML_META,
    HTML_HIDDEN /* script, style, template, the rest of the head */
};

#define HTML_NONE     UINT32_MAX
#define HTML_MAX_SPAN 60000u /* columns or rows of a cell */

/* What else its tag says of an element. */
enum html_trait {
    HTML_ORDERED = 1,       /* ol */
    HTML_TERM = 2,          /* dt */
    HTML_DETAILS = 4,       /* dd */
    HTML_HEADER_CELL = 8,   /* th */
    HTML_CONTENT = 16,      /* article, main, section */
    HTML_PAGE_EDGE = 32,    /* header and footer, of a page unless in content */
    HTML_NAVIGATION = 64,   /* nav, and roles that say so */
    HTML_CONTROL = 128,     /* button, select, noscript ... */
    HTML_STEP_LINK = 256,   /* leads to the next page, the one above ... */
    HTML_PREAMBLE = 512,    /* html, head, body: around all */
    HTML_ROW_GROUP = 1024,  /* thead, tbody, tfoot */
    HTML_TABLE_HEAD = 2048, /* thead */
    HTML_FOR_LAYOUT = 4096, /* a table that says it is none */
    HTML_CAPTION = 8192,    /* of a table */
    HTML_RAISED = 16384,    /* sup */
    HTML_BOLD = 32768,      /* b, strong */
};

struct html_node {
    enum html_kind kind;
    unsigned traits; /* enum html_trait */
    unsigned level;  /* of a heading */
    uint16_t columns,
        rows;        /* of a cell, that it spans; rows 0: all of its group */
    uint32_t parent; /* before it; HTML_NONE for the first */
    uint32_t end;    /* after the last node inside it */
    bool placed;     /* [from, to) is where its tags, or the text, are */
    bool closed;     /* by a tag of its own */
    size_t from, to;
    struct str text;  /* HTML_TEXT: decoded */
    struct str id;    /* or the name of an <a> */
    struct str value; /* href, src, content of meta, class of others */
    struct str name;  /* of meta; alt of an image; lang of others */
};

/*
 * html_tree_read - parse.
 *
 * in       text  UTF-8 without NUL
 *          a     for the tree and all that the parser takes on the way
 *          stop  looked at whenever memory is taken; or NULL
 * out      nodes, n  in `a`; nodes without children that have no place in the
 *                    text are not placed
 * errors   ERR_LIMIT    `a` is full; what html_depth_check() refuses
 *          ERR_TIMEOUT  stopped
 */
MUST_CHECK enum err html_tree_read(struct str text, const atomic_bool *stop,
                                   struct arena *a, struct html_node **nodes,
                                   uint32_t *n, struct error *e);

/*
 * html_depth_check - refuse what the parser needs the square of its length
 * for: elements inside each other, attributes of one tag.
 *
 * errors   ERR_LIMIT  more than SECTIONS_MAX_DEPTH of either
 * cost     O(n)
 */
MUST_CHECK enum err html_depth_check(struct str text, struct error *e);

#endif
