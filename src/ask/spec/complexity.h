/* complexity.h - classifies how complex a query spec is, in one word. */
#ifndef ASK_SPEC_COMPLEXITY_H
#define ASK_SPEC_COMPLEXITY_H

#include "ask/spec/spec.h"

/*
 * spec_complexity - "simple", "medium" or "complex".
 *
 * Counted is what a reader of the question has to hold in mind: each group,
 * further measure and further filter is one thing; a join, a comparison, a
 * condition on groups, a place in the file and a share are two. Simple has at
 * most one, medium at most three.
 */
const char *spec_complexity(const struct query_spec *s);

#endif
