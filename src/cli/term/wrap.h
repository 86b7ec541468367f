/*
 * wrap.h - wraps text to the width of a terminal, with some words highlighted.
 */
#ifndef CLI_TERM_WRAP_H
#define CLI_TERM_WRAP_H

#include "cli/term/style.h"

struct wrap_mark {
    size_t from; /* bytes of the text */
    size_t to;
};

struct wrapped_text {
    struct str text;              /* foreign; made safe here */
    const struct wrap_mark *mark; /* mark[n], one after the other */
    size_t n;
    unsigned indent; /* blanks before each line */
    unsigned column; /* of the first line, that something fills already */
    unsigned width;  /* columns of a line with its indent */
};

/*
 * wrap_put - append the text, and a line feed where there was any.
 *
 * White space of all kinds is one blank. Lines end at blanks, and between
 * Chinese or Japanese characters, but not before one that closes; what is
 * longer than a line is not cut. Marked words are bold, or between two stars
 * where there is no colour.
 */
void wrap_put(struct buf *out, const struct wrapped_text *f,
              const struct term_style *style);

#endif
