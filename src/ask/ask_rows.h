/*
 * ask_rows.h - answers a question over the rows of a given table, with or
 * without the tables that its keys refer to, and compiles a spec over them to
 * SQL. For follow-up questions (followup/), whose rows are those of the
 * previous one.
 */
#ifndef ASK_ASK_ROWS_H
#define ASK_ASK_ROWS_H

#include "ask/ask.h"
#include "ask/joins/joined_view.h"

struct ask_rows {
    const struct ask_schema *schema;
    size_t root;
    bool joins;            /* the view has more than the table */
    struct join_view view; /* what words may mean */
};

/*
 * ask_rows_open - the rows of a table of the schema.
 *
 * in       joins  with what its keys lead to; out->joins is false where there
 *                 is nothing
 * out      out    in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err ask_rows_open(const struct ask_schema *s, size_t root,
                                  bool joins, struct arena *a,
                                  struct ask_rows *out, struct error *e);

/*
 * ask_rows_bind - the spec of a question, with the view's names and without
 * joins yet.
 *
 * out      bound  false: some word has no place, and *spec is not set
 */
MUST_CHECK enum err ask_rows_bind(const struct ask_rows *o, struct str question,
                                  struct arena *a, struct query_spec *spec,
                                  bool *bound, struct error *e);

/*
 * ask_rows_compile - what a spec with the view's names asks, with the joins
 * that it needs.
 *
 * in       spec  also one that was compiled before; its joins and formulas are
 *                made anew
 * out      out   ASK_ANSWERABLE, without language and notes
 *          done  false: it is more than SQL is made of, or would count rows
 *                many times; *out is not set
 */
MUST_CHECK enum err ask_rows_compile(const struct ask_rows *o,
                                     const struct query_spec *spec,
                                     struct arena *a, struct ask_result *out,
                                     bool *done, struct error *e);

#endif
