/*
 * planner.h - has a language model plan a question about tables: a query spec,
 * or one SELECT where no spec can express it.
 *
 *     schema -> prompt -> model -> plan -> checked -> run
 *                  ^                         |
 *                  +------ what was wrong ---+      at most two times
 *
 * A plan is no answer: figures come from the tables, by SQL that passes the
 * gate as any other. What the model says of names is held against the schema;
 * what a value, a name or the question says to the model can at worst make a
 * plan that fails or that the answer shows.
 */
#ifndef ASK_LLM_PLANNER_PLANNER_H
#define ASK_LLM_PLANNER_PLANNER_H

#include "ask/ask.h"
#include "ask/semantic/entry.h"
#include "models/llm/chat.h"

#define PLANNER_ROUNDS 3 /* a plan and two repairs */

struct planner {
    const struct chat *chat;
    bool values; /* values that occur may be sent, too */
};

/* What went out, and what came of it. */
struct planner_round {
    struct str sent;  /* the body, byte for byte */
    struct str wrong; /* the objection sent to the model; empty: accepted */
};

struct planner_log {
    struct planner_round round[PLANNER_ROUNDS];
    size_t n;
    struct str reason; /* why there is no plan; empty: there is one */
    struct str caveat; /* what the model says of its plan; empty: nothing */
};

/*
 * Run what was planned. An error that says that the plan is wrong, which are
 * ERR_VALIDATION_FAILED and ERR_SANDBOX_VIOLATION, goes back to the model.
 */
typedef enum err (*planner_run)(void *ctx, const struct ask_result *planned,
                                struct error *e);

/* A question, and what is there to answer it. */
struct planner_question {
    const struct ask_schema *schema;
    const struct semantic_entries *entries; /* NULL if none */
    const double *near; /* near[entries->n] of near_entries.h; may be NULL */
    struct str question;
    const struct ask_result *readings; /* readings[n_readings]: what the program
                                          itself reads in it, as SQL; may have
                                          values of cells */
    size_t n_readings;
    planner_run run;
    void *ctx;
};

/*
 * planner_ask - let the model plan.
 *
 * in       out   as ask_question() left it
 * out      out   ASK_ANSWERABLE with what ran; else as it was, and log->reason
 *          log   in `a`; filled also when it fails
 * errors   those of chat_ask(), and of `run` where no plan can mend it
 */
MUST_CHECK enum err planner_ask(const struct planner *p,
                                const struct planner_question *q,
                                struct arena *a, struct ask_result *out,
                                struct planner_log *log, struct error *e);

#endif
