/*
 * examples.h - runs the examples of a semantic layer as tests of the base, and
 * records an approved answer as a new example.
 */
#ifndef ANSWER_EXAMPLES_H
#define ANSWER_EXAMPLES_H

#include "answer/answer.h"

struct examples_request {
    struct tables *t;
    struct str base;
    const atomic_bool *cancel; /* NULL: never */
};

struct examples_counts {
    size_t examples;
    size_t right; /* understood, run, and where a result is known, the same */
};

/*
 * examples_evaluate - ask each example again.
 *
 * One is right when it gives its `result`, or what its `sql` gives; where that
 * asks for the day and so gives other rows tomorrow, or there is none, what its
 * `query_spec` gives (ask/llm_planner/metric_spec.h); where it has none of
 * them, when it is answered at all. Rows count, not their order; numbers
 * are compared as values.
 *
 * out      w   {"base","examples","right","questions":[{"question","outcome",
 *              "note","complexity","rows"}]}; an outcome is "right", "differs",
 *              "asked_back", "failed"; NULL: only the counts
 * errors   ERR_NOT_FOUND  no such base
 */
MUST_CHECK enum err examples_evaluate(const struct examples_request *r,
                                      struct jsonw *w,
                                      struct examples_counts *counts,
                                      struct error *e);

/*
 * examples_learn - keep a question with its spec, its SQL and its result.
 *
 * It must be answered by rows, by the same ones twice, and no example that was
 * right before may be wrong after; else nothing is kept. What is an example
 * already stays as it is.
 *
 * out      w   {"base","question","complexity","rows","examples","right"}
 * errors   ERR_VALIDATION_FAILED  it needs clarification, or has over
 *                                 EXAMPLES_MAX_ROWS rows
 *          ERR_CONFLICT           it does not repeat, or examples get worse
 */
MUST_CHECK enum err examples_learn(const struct examples_request *r,
                                   struct str question, struct jsonw *w,
                                   struct error *e);

/*
 * examples_forget - the reverse: what was learned of this question goes.
 *
 * out      was  there was such an example; one that a file says stays, and is
 *               none
 */
MUST_CHECK enum err examples_forget(const struct examples_request *r,
                                    struct str question, bool *was,
                                    struct error *e);

#define EXAMPLES_MAX_ROWS 100

#endif
