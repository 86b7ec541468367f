/* reading_spec.h - converts a candidate of ask/candidates/ to a query spec. */
#ifndef ASK_READING_SPEC_H
#define ASK_READING_SPEC_H

#include "ask/candidates/candidate.h"
#include "ask/spec/spec.h"

/*
 * reading_spec - what a candidate asks, as a spec.
 *
 * in       out->table   its name in SQL; the rest is overwritten
 * out      out          lives in `a`; borrows the grid
 *          possible     false when no spec says it: a condition on more values
 *                       than a filter lists, or on days of any year
 * errors   ERR_LIMIT    `a` is full
 */
MUST_CHECK enum err reading_spec(const struct grid *g,
                                 const struct candidate *c, struct arena *a,
                                 struct query_spec *out, bool *possible,
                                 struct error *e);

#endif
