/*
 * plan_prompt.h - the prompt of the planner: what a model sees of a question
 * and the tables.
 */
#ifndef ASK_LLM_PLANNER_PLAN_PROMPT_H
#define ASK_LLM_PLANNER_PLAN_PROMPT_H

#include "ask/link/table_schema.h"
#include "ask/llm_planner/plan_sql.h"
#include "ask/semantic/entry.h"
#include "models/llm/chat.h"

#define PROMPT_MAX_COLUMNS   60 /* of a table */
#define PROMPT_MAX_VALUES    20 /* of a column */
#define PROMPT_SAMPLES       5  /* of a column that has more values */
#define PROMPT_MAX_LOOK_UPS  24
#define PROMPT_READING_BYTES 2000

/* What goes into the prompt. */
struct prompt_request {
    const struct ask_schema *schema;
    const struct semantic_entries *entries; /* NULL if none */
    const double *near; /* near[entries->n] of near_entries.h; may be NULL */
    struct str question;
    const struct ask_result *readings; /* readings[n_readings]; of a longer SQL
                                          than PROMPT_READING_BYTES none is
                                          shown */
    size_t n_readings;
    bool values; /* tell what occurs in columns of few texts, too, and some of
                    what occurs in others */
};

/*
 * prompt_make - the instructions, the shape of a plan and the first turn.
 *
 * The turn is JSON: the question, and of the tables that explain it best the
 * name, rows and columns with type, count, and of numbers and dates the
 * extremes. Of a wide table it lists the columns that the words of the question
 * may mean, then the first ones. The entries of the semantic layer that the
 * question is about are added. Of several tables it says which columns lead from
 * one to another.
 *
 * out      out     lives in `a`, the texts of the schema aside
 *          tables  those of the prompt, at most PLAN_MAX_TABLES
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err prompt_make(const struct prompt_request *r, struct arena *a,
                                struct chat_prompt *out,
                                struct plan_tables *tables, struct error *e);

#endif
