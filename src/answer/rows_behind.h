/* rows_behind.h - the rows of the files that the figures of an answer are of. */
#ifndef ANSWER_ROWS_BEHIND_H
#define ANSWER_ROWS_BEHIND_H

#include "answer/table_part.h"

/*
 * rows_behind_find - the query of them, and those that the request wants.
 *
 * in       r    with a result that a spec says
 * out      r->out  behind_sql: empty, where the rows of the result are rows of
 *                  a file themselves; rows_behind: the window of its rows that
 *                  r->behind asks for, as table_query() gives them
 * errors   of spec_rows_behind() and table_query()
 */
MUST_CHECK enum err rows_behind_find(const struct table_part *r,
                                     struct error *e);

/*
 * rows_behind_place - where the rows of the answer are in a table of a PDF, whose
 * pointer names them.
 *
 * in       r    with a result
 * out      r->out  first_row and last_row: all others of the answer are between
 *                  them; 0 where they are not known, or it is no table of a PDF
 * errors   of rows_behind_find()
 */
MUST_CHECK enum err rows_behind_place(const struct table_part *r,
                                      struct error *e);

/*
 * rows_behind_holders - of a highest or lowest value the first rows that have it.
 *
 * in       result   of the query itself
 * out      holders  a result; NULL: something else was asked
 * errors   of rows_behind_find()
 */
MUST_CHECK enum err rows_behind_holders(const struct table_part *r,
                                        const struct json *result,
                                        const struct json **holders,
                                        struct error *e);

#endif
