/*
 * related.h - questions that filter rows by the number of rows of another table
 * that refer to them. Private to ask/.
 */
#ifndef ASK_RELATED_H
#define ASK_RELATED_H

#include "ask/joined.h"
#include "ask/joins/related_counts.h"

struct related_reading {
    struct table_reading reading; /* the spec has its join that counts */
    struct schema_table table;    /* the rows that are asked for */
    size_t root;                  /* of the schema */
    struct related_tables tables;
};

/*
 * related_find - "customers without orders", "members who borrowed Dunes".
 *
 * The question is cut in two, the conditions on what is counted and the rest,
 * and each is read as any question is, over rows of its own. Only where both
 * read, with every word used, is there an answer.
 *
 * out      out   in `a`; NULL: it says no such thing, or not in one way only
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err related_find(const struct ask_schema *s,
                                 const struct words *w, enum language language,
                                 struct arena *a, struct related_reading **out,
                                 struct error *e);

#endif
