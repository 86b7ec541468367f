/*
 * ask_tools.h - a question, and what there is to be asked, as MCP tools.
 *
 * A model meets these first; the table tools stand behind them, for what it
 * wants to look at itself. Their context is a struct served.
 */
#ifndef TOOLSETS_ASK_TOOLS_H
#define TOOLSETS_ASK_TOOLS_H

#include "toolsets/tool.h"

/* ask, list_sources, then those of table_tools.h. */
extern const struct toolset ask_tools;

/* The handlers, each for the tool of its name. */
tool_run ask_tools_ask;
tool_run ask_tools_list_sources;

#endif
