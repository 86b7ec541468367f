/* quoted_lines.h - where in a passage something is that is quoted of it. */
#ifndef ANSWER_QUOTED_LINES_H
#define ANSWER_QUOTED_LINES_H

#include "base/arena.h"
#include "base/str.h"

/*
 * quoted_lines - the pointer of a passage, with the lines of a quote of it.
 *
 * Of a document with pages alone: the lines of another are those of its source,
 * which the text of a passage need not have.
 *
 * in       pointer  its lines begin with `text`
 *          quote    sentences of `text`, as sentences_join() has them
 * out      out      lives in `a`, or is `pointer`, as where the quote is not found
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err quoted_lines(struct str pointer, struct str text,
                                 struct str quote, struct arena *a,
                                 struct str *out, struct error *e);

#endif
