/* compile.h - compiles a query spec to SQL, deterministically. */
#ifndef ASK_SPEC_COMPILE_H
#define ASK_SPEC_COMPILE_H

#include "ask/spec/spec.h"

struct compile_columns {
    const struct str *names; /* names[n], all columns of the table */
    size_t n;
};

/*
 * spec_compile - the SQL of a spec.
 *
 * in       s         names and values may be anything: all are quoted
 *          columns   break ties between rows of SPEC_ROWS
 * out      sql[0]    one SELECT with a total order, in `a`
 *          sql[1]    empty, or a SELECT of one number: the rows that are as
 *                    good as the last one kept; over s->limit a tie was cut
 * errors   ERR_LIMIT              the SQL would pass 1 MiB
 *          ERR_VALIDATION_FAILED  a number of the spec is no number
 */
MUST_CHECK enum err spec_compile(const struct query_spec *s,
                                 const struct compile_columns *columns,
                                 struct arena *a, struct str sql[2],
                                 struct error *e);

#define SPEC_JOIN_FIGURES 3

/*
 * spec_join_figures - what must be known of the joins before they are used.
 *
 * out      sql   SELECT of three numbers a join: keys of the joined table that
 *                occur again, keys on the left, those of them that are found
 *                nowhere; in `a`
 * errors   ERR_LIMIT  the SQL would pass 1 MiB
 */
MUST_CHECK enum err spec_join_figures(const struct query_spec *s,
                                      struct arena *a, struct str *sql,
                                      struct error *e);

#endif
