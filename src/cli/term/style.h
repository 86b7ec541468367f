/* style.h - colours of the terminal, or none. */
#ifndef CLI_TERM_STYLE_H
#define CLI_TERM_STYLE_H

#include "base/buf.h"

struct term_style {
    bool color;
    unsigned width; /* columns of the terminal; 0: lines may be any length */
};

enum term_ink { TERM_BOLD, TERM_DIM, TERM_ACCENT, TERM_BAR };

/* Switch ink on, and everything off again. */
void term_on(struct buf *out, const struct term_style *s, enum term_ink ink);
void term_off(struct buf *out, const struct term_style *s);

/* A text in ink. */
void term_puts(struct buf *out, const struct term_style *s, enum term_ink ink,
               const char *text);

#endif
