/*
 * md_tree.h - walks the tree of a Markdown document. Private to the module. It
 * wraps cmark-gfm, whose source positions are not always right; markdown.c
 * corrects them.
 */
#ifndef FORMATS_MARKUP_MD_TREE_H
#define FORMATS_MARKUP_MD_TREE_H

#include "base/arena.h"
#include "base/str.h"

#include <stdatomic.h>

enum md_kind {
    MD_DOCUMENT,
    MD_HEADING,
    MD_PARAGRAPH,
    MD_LIST,
    MD_ITEM,
    MD_CODE,
    MD_TABLE,
    MD_QUOTE,
    MD_RAW_HTML,
    MD_RULE,
    MD_FOOTNOTE,
    MD_ROW, /* of a table */
    MD_CELL,
    MD_TEXT, /* from here on in a line of text */
    MD_CODE_SPAN,
    MD_BREAK,
    MD_INLINE_HTML,
    MD_LINK,
    MD_IMAGE,
    MD_INLINE /* emphasis and what else has no meaning here */
};

struct md_node {
    bool enter; /* else its end; leaves have none */
    enum md_kind kind;
    unsigned level;                 /* of a heading */
    uint32_t first_line, last_line; /* 0: not known */
    uint32_t column;                /* of its first byte, from 1 */
    struct str literal; /* text, code, HTML; the information of a fence */
    struct str target;  /* of a link or image, decoded */
};

struct md_tree;

/*
 * md_tree_new - parse a text.
 *
 * in       text   UTF-8 without NUL; borrowed until md_tree_free()
 *          budget_bytes  for the tree
 *          stop   looked at whenever memory is taken; or NULL
 * owns     the caller: md_tree_free()
 * errors   ERR_LIMIT    the budget; what md_check() refuses
 *          ERR_TIMEOUT  stopped
 * threads  one tree at a time in a process
 */
MUST_CHECK enum err md_tree_new(struct str text, size_t budget_bytes,
                                const atomic_bool *stop, struct md_tree **out,
                                struct error *e);

/*
 * md_check - refuse what the parser needs the square of its length for.
 *
 * errors   ERR_LIMIT  quotes and lists that one line opens deeper than
 *                     SECTIONS_MAX_DEPTH; tags of HTML that are never closed
 * cost     O(n)
 */
MUST_CHECK enum err md_check(struct str text, struct error *e);

#define MD_ENTITY_BYTES 16

/*
 * md_entity - the character that an entity stands for.
 *
 * in       s    begins with '&'
 * out      out  out[*n]
 * returns  bytes of the entity; 0 if it is not one
 */
size_t md_entity(struct str s, char out[MD_ENTITY_BYTES], size_t *n);

/* Give back; NULL is allowed. */
void md_tree_free(struct md_tree *t);

/*
 * md_tree_next - the next node of the walk; *more is false after the last.
 *
 * out      node   its texts live as long as the tree
 * errors   as md_tree_new()
 */
MUST_CHECK enum err md_tree_next(struct md_tree *t, struct md_node *node,
                                 bool *more, struct error *e);

#endif
