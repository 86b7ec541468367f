/*
 * hierarchy.h - questions about the hierarchy in one table: who reports to whom.
 * Private to ask/.
 */
#ifndef ASK_HIERARCHY_H
#define ASK_HIERARCHY_H

#include "ask/related.h"

/*
 * hierarchy_find - "who reports to Ana", "how many direct reports has Bo".
 *
 * Of a table whose rows name another of its rows (ask/joins/join_edges.h). Where it
 * says so and anything else that has no place here, it needs clarification: to
 * leave the words out would answer with Ana herself.
 *
 * out      out   in `a`; NULL: it says no such thing, or no table is like that
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err hierarchy_find(const struct ask_schema *s,
                                   const struct words *w,
                                   enum language language, struct arena *a,
                                   struct related_reading **out,
                                   struct error *e);

#endif
