/* indent.h - indents a JSON text, for people and for programs. */
#ifndef CLI_TERM_INDENT_H
#define CLI_TERM_INDENT_H

#include "cli/term/style.h"

/*
 * indent_put - append a JSON text, two spaces a level, a value a line.
 *
 * Numbers, strings and the order of keys stay as they are written; characters
 * that would steer the terminal become \u escapes, which name the same text.
 *
 * in       json   one valid JSON text
 */
void indent_put(struct buf *out, struct str json,
                const struct term_style *style);

#endif
