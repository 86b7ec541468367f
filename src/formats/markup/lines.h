/* lines.h - finds the lines of a text; LF, CR LF and CR end one. */
#ifndef FORMATS_MARKUP_LINES_H
#define FORMATS_MARKUP_LINES_H

#include "base/str.h"

struct lines {
    struct str text;
    const uint32_t *begin; /* [n + 1]; begin[n] is the text's length */
    uint32_t n;            /* a line end at the very end begins no line */
};

/*
 * lines_find - all of a text, which `out` borrows.
 *
 * in       max     more of them are refused
 * errors   ERR_LIMIT  more lines than `max`, or `a` is full
 */
MUST_CHECK enum err lines_find(struct str text, uint32_t max, struct arena *a,
                               struct lines *out, struct error *e);

/* A line from 1 to n, without its end. */
struct str lines_get(const struct lines *l, uint32_t line);

/* The line that the byte at `offset` is in; the last line for the end. */
uint32_t lines_at(const struct lines *l, size_t offset);

/* Is there nothing but white space in the line? */
bool lines_is_blank(const struct lines *l, uint32_t line);

#endif
