/*
 * ask_tools.h - questions and suggestions of questions, as tools.
 *
 * A model meets these first; the table tools are after them, for what it
 * wants to look at itself. Their context is a struct tool_context.
 */
#ifndef SERVER_TOOLS_ASK_TOOLS_H
#define SERVER_TOOLS_ASK_TOOLS_H

#include "answer/answer.h"
#include "server/tools/tool.h"
#include "server/tools/tool_context.h"

/* ask, list_sources, then those of table_tools.h. */
extern const struct toolset ask_tools;

/*
 * ask_tools_answer - ask what `r` names, as the arguments have it, and write
 * the answer object.
 *
 * in       r  its sources and `cancel`
 */
MUST_CHECK enum err ask_tools_answer(const struct tool_context *s,
                                     const struct json *arguments,
                                     struct answer_request *r, struct arena *a,
                                     struct str *json, struct error *e);

/* The handlers, each for the tool of its name. */
tool_run ask_tools_ask;
tool_run ask_tools_list_sources;

#endif
