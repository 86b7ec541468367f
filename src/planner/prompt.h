/* prompt.h - what a model is told of a question and the tables. */
#ifndef PLANNER_PROMPT_H
#define PLANNER_PROMPT_H

#include "link/schema.h"
#include "model/chat.h"

#define PROMPT_MAX_TABLES  8
#define PROMPT_MAX_COLUMNS 60 /* of a table */
#define PROMPT_MAX_VALUES  20 /* of a column */

/*
 * prompt_make - the instructions, the shape of a plan and the first turn.
 *
 * The turn is JSON: the question, and of the tables that explain it best the
 * name, rows and columns with type, count, and of numbers and dates the
 * extremes. Of a wide table those columns are told that the words of the
 * question may mean, then the first.
 *
 * in       values  tell what occurs in columns of few texts, too
 * out      out     lives in `a`, the texts of the schema aside
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err prompt_make(const struct ask_schema *s, struct str question,
                                bool values, struct arena *a,
                                struct chat_prompt *out, struct error *e);

#endif
