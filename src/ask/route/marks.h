/*
 * marks.h - evidence in the tables of a base for a question; used by route.h.
 */
#ifndef ASK_ROUTE_MARKS_H
#define ASK_ROUTE_MARKS_H

#include "ask/route/route.h"

/*
 * route_marks - the words of a question that any table holds.
 *
 * Each table is linked by itself (ask/link/link.h); where they differ, whole
 * values go before names of columns, these before parts, and longer before
 * shorter.
 *
 * out      out    out[n], in the order of the question, none over another;
 *                 in `a`
 * errors   ERR_LIMIT  over LINK_MAX_WORDS words, or `a` is full
 * cost     one link_question() a table
 */
MUST_CHECK enum err route_marks(const struct ask_schema *s,
                                const struct words *w, struct arena *a,
                                const struct route_mark **out, size_t *n,
                                struct error *e);

#endif
