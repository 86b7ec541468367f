/*
 * column_comments.h - what a database says of its tables and columns in comments, as
 * words that a question may use for them.
 */
#ifndef ASK_LINK_COLUMN_COMMENTS_H
#define ASK_LINK_COLUMN_COMMENTS_H

#include "ask/link/table_schema.h"

/*
 * schema_take_comments - give columns and tables the names that their comments have.
 *
 * in       s  all tables of the question
 * out      s  aliases of columns, other names of tables; in `a`
 * errors   ERR_LIMIT  `a` is full
 * cost     O(words of comments * words of names)
 */
MUST_CHECK enum err schema_take_comments(struct ask_schema *s, struct arena *a,
                                         struct error *e);

#endif
