/*
 * model_plan.h - answers a question about tables by a language model's plan:
 * which model is asked, whether it may be, and the result.
 */
#ifndef ANSWER_MODEL_PLAN_H
#define ANSWER_MODEL_PLAN_H

#include "answer/table_part.h"
#include "ask/llm_planner/planner.h"

/* How a question was planned; in the answer. */
struct model_plan {
    struct str asked; /* the endpoint; empty: none was asked */
    struct planner_log log;
};

/*
 * model_plan_try - let a model plan, if one is to be asked and may be.
 *
 * That it cannot be reached or has no plan is a warning of the answer, which
 * is then as it was.
 *
 * in       first  before the rules: only a model that the request names
 *          run    runs r->out->asked and fills r->out
 * out      taken  r->out is the answer
 * errors   ERR_VALIDATION_FAILED  no such provider; a base of the question lets
 *                                 nothing be sent
 *          those of endpoint_open(), and of `run` where no plan mends it
 */
MUST_CHECK enum err model_plan_try(struct table_part *r, struct str question,
                                   bool first,
                                   enum err (*run)(struct table_part *r,
                                                   struct error *e),
                                   bool *taken, struct error *e);

#endif
