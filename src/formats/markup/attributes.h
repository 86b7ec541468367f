/*
 * attributes.h - ids that a document assigns itself: `{#id .class}` after a
 * heading, and HTML elements inside Markdown.
 */
#ifndef FORMATS_MARKUP_ATTRIBUTES_H
#define FORMATS_MARKUP_ATTRIBUTES_H

#include "base/str.h"

/*
 * attributes_split - the braces that a heading's text ends with.
 *
 * Words in them are #id, .class and key=value, with a colon before the first
 * or not; braces with any other word are text.
 *
 * in       text  of a heading
 * out      rest  what comes before the braces; all where there are none
 *          id    borrows `text`; empty: none is given
 */
void attributes_split(struct str text, struct str *rest, struct str *id);

/* An element that has an id, or an <a> that has a name. */
struct html_anchor {
    struct str id; /* borrows; entities as they are */
    size_t at;     /* of its tag */
};

/*
 * attributes_next_anchor - the next such tag of a piece of HTML.
 *
 * in       html    where it begins at `from`
 * out      anchor
 * returns  where to go on; html.n + 1: there is none
 */
size_t attributes_next_anchor(struct str html, size_t from,
                              struct html_anchor *anchor);

/* Is there nothing in the HTML but comments, white space and empty anchors? */
bool attributes_is_invisible(struct str html);

#endif
