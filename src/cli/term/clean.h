/*
 * clean.h - makes untrusted text safe to print: a cell may hold escape
 * sequences that control the terminal, or bidirectional marks that make one
 * text look like another.
 */
#ifndef CLI_TERM_CLEAN_H
#define CLI_TERM_CLEAN_H

#include "base/buf.h"

/*
 * term_put_clean - append `s` on one line.
 *
 * Control characters show as their pictures (U+2400 and on), direction marks
 * and bytes that are not UTF-8 as U+FFFD.
 */
void term_put_clean(struct buf *out, struct str s);

/*
 * term_put_escaped - append JSON, or a part of it, with \u escapes for what
 * would steer; they name the same text. ASCII controls stay: in strings JSON
 * has none, and between them they are its lines.
 */
void term_put_escaped(struct buf *out, struct str json);

#endif
