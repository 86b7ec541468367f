/* behind.h - the rows of the file that a figure is made of. */
#ifndef ASK_SPEC_BEHIND_H
#define ASK_SPEC_BEHIND_H

#include "ask/spec/compile.h"

/*
 * spec_rows_behind - the SQL of the rows that the figures of a spec count, sum
 * or choose from.
 *
 * It has the filters of the spec and no aggregates: all columns, in the order
 * of the file, after
 *
 *     "row"         the number of the row in the table, from 1
 *     "result_row"  of grouped figures: the row of the result, from 1, that
 *                   it belongs to
 *     "side"        of two sides: which of them, by its name; of a share
 *                   'part' or 'rest'
 *
 * A cell that an aggregate passes over (NULL) leaves its row out, and of a
 * minimum or maximum the rows that have it are given. A column of the table that
 * has one of these names already makes the added one longer: "row_".
 *
 * in       s         as for spec_compile()
 *          columns   the same
 *          result_row  from 1: only its rows, of grouped figures; 0: all
 * out      sql       one SELECT in `a`; empty: the rows of the result are
 *                    rows of the file themselves
 * errors   as spec_compile()
 */
MUST_CHECK enum err spec_rows_behind(const struct query_spec *s,
                                     const struct compile_columns *columns,
                                     uint64_t result_row, struct arena *a,
                                     struct str *sql, struct error *e);

#endif
