/*
 * asking.h - answers questions for a server: applies the configuration and logs
 * the question.
 */
#ifndef SERVER_TOOLS_ASKING_H
#define SERVER_TOOLS_ASKING_H

#include "answer/answer.h"
#include "base/config/config.h"
#include "server/query_log/query_log.h"
#include "server/tools/tool_context.h"

/* Of one server; both may be NULL: nothing is configured, nothing is kept. */
struct asking {
    _Atomic(const struct config *) config;
    struct query_log *log;
};

/* `c` holds from now on, also for what is logged; it outlives `asking`. */
void asking_set_config(struct asking *asking, const struct config *c);

/* Are questions answered from tables? */
bool asking_has_tables(const struct tool_context *s);

/*
 * asking_answer - answer_question() for a caller.
 *
 * Tables that are switched off are not asked, rows are bounded, how passages are
 * found and which model may plan is as configured where neither the request nor
 * the base says.
 *
 * errors   ERR_VALIDATION_FAILED  tables are asked and switched off
 *          as answer_question()
 */
MUST_CHECK enum err asking_answer(const struct tool_context *s,
                                  const struct answer_request *r,
                                  struct arena *a, struct answer *out,
                                  struct error *e);

#endif
