/* llm_plan.h - validates a model's plan against the schema. */
#ifndef ASK_LLM_PLANNER_LLM_PLAN_H
#define ASK_LLM_PLANNER_LLM_PLAN_H

#include "ask/llm_planner/plan_sql.h"

/*
 * The JSON Schema of a plan, as `strict` wants it:
 *
 *     {"plan":"reading"|"spec"|"sql"|"none","reading":NUMBER|null,
 *      "table":NAME|null,"spec":{...}|null,"sql":TEXT|null,"reason":TEXT}
 *
 * "spec" is the part of the query spec (spec.h) that reads in one glance.
 */
extern const char plan_shape[];

/* What a plan is read against. */
struct plan_context {
    const struct ask_schema *schema;
    const struct plan_tables *tables;  /* that the model was shown */
    const struct ask_result *readings; /* readings[n_readings], the same */
    size_t n_readings;
};

/*
 * plan_read - a plan as what is to be run.
 *
 * Names of tables and columns must be there, and a text that a filter equals
 * must occur where all that occur are known: a count of rows with a misspelt
 * value would be 0. Case may differ.
 *
 * in       j       as the model answered: anything
 * out      out     spec and SQL, in `a` or borrowed; ASK_ANSWERABLE. As it was
 *                  where there is no plan
 *          reason  why there is none; empty: there is one
 * errors   ERR_VALIDATION_FAILED  the plan cannot be; the message is for the
 *                                 model and names only what it named
 */
MUST_CHECK enum err plan_read(const struct json *j,
                              const struct plan_context *c, struct arena *a,
                              struct ask_result *out, struct str *reason,
                              struct error *e);

/* What the model says of its plan, or why it has none; up to 300 bytes. */
struct str plan_reason(const struct json *j);

/*
 * plan_of_spec - a query spec that a person gives, as what is to be run.
 *
 * in       spec  as an answer's `query_spec`, perhaps changed, or of the form in
 *                metric_spec.h: anything
 * out      out   spec and SQL, in `a` or borrowed; ASK_ANSWERABLE; its language
 *                is kept, the rest is new
 * errors   ERR_VALIDATION_FAILED  it cannot be; the message names only what the
 *                                 spec named
 */
MUST_CHECK enum err plan_of_spec(const struct json *spec,
                                 const struct ask_schema *s, struct arena *a,
                                 struct ask_result *out, struct error *e);

#endif
