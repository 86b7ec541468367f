/* union_copy.h - is a table another one once more? Private to the union of tables
 * (table_union.h). */
#ifndef ANSWER_UNION_COPY_H
#define ANSWER_UNION_COPY_H

#include "answer/answer.h"

/*
 * union_is_copy - have both the same content?
 *
 * Files by their bytes. A table of a page, which other text is around, by its rows: the
 * same list is often on several pages.
 *
 * cost     two queries, of tables of documents with text whose profiles are the same
 */
MUST_CHECK enum err union_is_copy(struct tables *t,
                                  const struct answer_source *a,
                                  const struct answer_source *b,
                                  struct arena *scratch, bool *copy,
                                  struct error *e);

#endif
